import Foundation

/// The durations of a run's passes.
package struct PassTimer: Sendable {
  /// Stored with each run: the next run orders its rules by it.
  package struct Pass: Codable, CustomStringConvertible, Sendable {
    package var name: String
    package var milliseconds: Double
    package var rows: Int?

    package var description: String {
      "\(name): \(Int(milliseconds.rounded())) ms\(rows.map { ", \($0) rows" } ?? "")"
    }
  }

  package private(set) var passes: [Pass] = []

  /// Appends the passes that another thread timed.
  package mutating func add(_ other: PassTimer) {
    passes += other.passes
  }

  /// - Parameter rows: how many rows the pass produced, from its result.
  package mutating func time<Result>(
    _ name: String, rows: (Result) -> Int? = { _ in nil }, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try body()
    add(name, start.duration(to: .now), rows: rows(result))
    return result
  }

  package mutating func add(_ name: String, _ duration: Duration, rows: Int?) {
    let length = duration.components
    passes.append(
      Pass(name: name, milliseconds: Double(length.seconds) * 1000 + Double(length.attoseconds) / 1e15, rows: rows))
  }
}
