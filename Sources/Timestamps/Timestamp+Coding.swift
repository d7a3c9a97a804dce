extension Timestamp: Codable {
  /// Reads a whole number of milliseconds.
  ///
  /// - Throws: `DecodingError`, also for a time outside of `range`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let milliseconds = try container.decode(Int64.self)
    guard Self.range.contains(milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(milliseconds) is a time outside of the years 0 to 9999")
    }
    self.init(milliseconds: milliseconds)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
