import Evidence

extension FieldPath.Column {
  /// Nil where the row has no such cell, or the cell's text not what the path leads to.
  func value(in row: [BorrowedText], _ parsers: PathParsers) throws(PathFault) -> FieldValue? {
    guard index < row.count else { return nil }
    guard let rest else { return FieldValue(cell: row[index]) }
    return try rest.value(inText: row[index], parsers).map(FieldValue.init(ofOne:))
  }
}

extension FieldValue {
  /// Takes a list of one value for that value.
  init(ofOne value: JSONValue) {
    guard value.isArray else {
      self.init(value)
      return
    }
    var elements: [JSONValue] = []
    value.forEachElement { if elements.count < 2 { elements.append($0) } }
    self = elements.count < 2 ? elements.first.map { FieldValue($0) } ?? .absent : .several(value)
  }
}
