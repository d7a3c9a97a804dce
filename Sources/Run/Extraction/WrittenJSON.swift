import Foundation

/// JSON of the files that extracts and shards hand on.
enum WrittenJSON {
  /// One line, the same bytes for the same value.
  static func line(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}
