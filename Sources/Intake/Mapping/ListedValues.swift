import Evidence

/// JSON lists in columns that verdicts rest on: what stands beside one element counts as well.
enum ListedValues {
  /// Whether a list in the column has to be read in full.
  static func areJudged(_ column: MappingPlan.Column) -> Bool { column.name == "purpose" || column.name == "recipient" }

  /// The value of a column, beside which nothing of its list is left unread.
  ///
  /// - Parameter index: of the column in the plan.
  static func whole<Value>(
    _ plan: MappingPlan, _ index: Int, _ parsers: PathParsers,
    _ value: (PathParsers) throws(PathFault) -> Value?
  ) throws(RecordRejection) -> Value? {
    let column = plan.columns[index]
    parsers.leftElements = false
    let found: Value?
    do throws(PathFault) {
      found = try value(parsers)
    } catch {
      throw error.rejection(of: column.path.text, column.label)
    }
    if parsers.leftElements, !column.isLoose, let list = column.path.list, !plan.isIgnored(list) {
      throw leftOut(list, column)
    }
    return found
  }

  /// What parts purposes that stand in one text.
  private static let marks = ",;|{}[]=\""

  /// A list of purposes as one text, in the form of JSON.
  ///
  /// - Parameter meaning: of an element; empty for one that has none.
  static func text(
    of list: JSONValue, _ column: MappingPlan.Column, _ meaning: (FieldValue) throws -> String
  ) throws -> String {
    var elements: [FieldValue] = []
    list.forEachElement { elements.append(FieldValue($0)) }
    return try text(of: elements.map(meaning), column)
  }

  /// The same of a list in a cell; nil for any other text.
  static func text(
    inCell text: String, _ column: MappingPlan.Column, _ meaning: (FieldValue) throws -> String
  ) throws -> String? {
    guard column.name == "purpose", let list = PurposeMap.list(in: text) else { return nil }
    return try self.text(of: list.filter { !$0.isEmpty }.map { try meaning(.constant($0)) }, column)
  }

  private static func text(of meanings: [String], _ column: MappingPlan.Column) throws -> String {
    let texts = meanings.filter { !$0.isEmpty }
    if texts.count < 2 { return texts.first ?? "" }
    guard column.name == "purpose" else {
      throw RecordRejection("`\(column.path.text)` holds several addresses; write a record for each")
    }
    if let text = texts.first(where: { $0.contains(where: marks.contains) }) {
      throw RecordRejection(
        """
        `\(column.path.text)` lists \(ShownValue.refused(text, of: column.name)), which has one of the marks between \
        purposes; give it another name under `values`
        """)
    }
    return "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// The reject of a record of which a path into a list leaves something out.
  private static func leftOut(_ list: String, _ column: MappingPlan.Column) -> RecordRejection {
    let isWhole = column.name == "purpose" && column.path.text.dropFirst(list.count + 1).allSatisfy(\.isNumber)
    return RecordRejection(
      """
      `\(list)` holds several values, and \(column.label) is one of them; \
      \(isWhole ? "map `\(list)` to read all" : "write a record for each"), or list `\(list)` under `ignore` if the \
      others do not matter
      """)
  }
}
