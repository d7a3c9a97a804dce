import Evidence

/// Parses JSON that stands in a text of a record, for the kinds that nest it.
struct NestedParser {
  private var parser: JSONParser?

  /// The value lives until the next one is parsed.
  mutating func parse(_ text: BorrowedText) -> JSONValue? {
    if parser == nil { parser = try? JSONParser() }
    return try? parser?.parse(text)
  }
}
