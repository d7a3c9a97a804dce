import Crypto
import Evidence
import Foundation
import Intake

/// Writes the lines of a part.
final class PartWriter {
  private let output: ([UInt8]) throws -> Void
  private let encoder = JSONEncoder()
  private var waiting: [UInt8] = []
  private var counts: [String: Int] = [:]
  private var hash = SHA256()

  /// Bytes that are written at a time.
  private static let chunk = 1 << 18

  init(to output: @escaping ([UInt8]) throws -> Void) {
    self.output = output
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
  }

  /// - Throws: what the output throws.
  func add(_ line: PartLine, _ value: some Encodable) throws {
    try add(line, json: encoder.encode(value))
  }

  /// - Parameter json: one value, without line ends.
  func add(_ line: PartLine, json: some Sequence<UInt8>) throws {
    counts[line.rawValue, default: 0] += 1
    waiting += "{\"\(line.rawValue)\":".utf8
    waiting += json
    waiting += "}\n".utf8
    if waiting.count >= Self.chunk { try flush() }
  }

  /// Adds the last line.
  ///
  /// - Parameters:
  ///   - records: the shard's lines that were read.
  ///   - state: the same.
  /// - Throws: what the output throws.
  func close(records: LineTally, state: LineTally) throws {
    try flush()
    let sha256 = Hexadecimal.text(of: hash.finalize())
    try add(.closing, PartClosing(lines: counts, sha256: sha256, records: records, state: state))
    try flush()
  }

  private func flush() throws {
    hash.update(data: waiting)
    try output(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
