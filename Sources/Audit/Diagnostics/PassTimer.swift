import Foundation

/// What each pass of a run took.
package struct PassTimer: Sendable {
  package struct Pass: Codable, Sendable {
    package var name: String
    /// Milliseconds.
    package var milliseconds: Double
    package var rows: Int?
  }

  package private(set) var passes: [Pass] = []

  /// Adds what passes took in another thread.
  package mutating func add(_ other: PassTimer) {
    passes += other.passes
  }

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
