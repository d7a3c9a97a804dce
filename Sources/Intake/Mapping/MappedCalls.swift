import Evidence

/// What the records of a mapping say of a call beside what is read of it: where it went, and that it failed.
struct MappedCalls {
  private let plan: MappingPlan
  private let called: CalledAddress
  private var signs: CallSigns
  /// Columns of a table whose titles lead into the objects around what is read of a call.
  private var besides: [(index: Int, sign: FailureSigns.Sign)] = []
  private var parser = NestedParser()

  /// Nil where the records are no calls.
  init?(_ plan: MappingPlan) {
    guard plan.kind == .revocations else { return nil }
    self.plan = plan
    called = CalledAddress(isKnown: plan.isKnown)
    signs = CallSigns(isKnown: plan.isKnown)
  }

  /// - Parameter unread: the indices of titles that no column of ours reads.
  mutating func look(atHeader titles: [String], unread: [Int]) {
    besides = unread.filter { !plan.covers(title: titles[$0]) }.compactMap { index in
      FailureSigns.sign(ofTitle: titles[index], isAround: plan.isAroundCall).map { (index, $0) }
    }
  }

  // MARK: - A record

  mutating func begin() { signs.begin() }

  /// Notes what an unread field says of the call's place.
  mutating func look(at value: JSONValue, _ path: String) { signs.look(at: value, path) }

  mutating func look(at cell: BorrowedText, _ title: String) { signs.look(at: cell, title) }

  /// Whether an object or a list says that the call failed; a text may hold one.
  mutating func hasError(_ value: JSONValue, at path: String) -> Bool {
    value.text.map { hasError($0, at: path) } == true
      || FailureSigns.hasError(value, at: path, isKnown: plan.isKnown, isAround: plan.isAroundCall)
  }

  mutating func hasError(_ text: BorrowedText, at path: String) -> Bool {
    guard text.mayBeObject, let value = parser.parse(text) else { return false }
    return FailureSigns.hasError(value, at: path, isKnown: plan.isKnown, isAround: plan.isAroundCall)
  }

  func hasError(inRow row: [BorrowedText]) -> Bool {
    besides.contains { index, sign in
      index < row.count && !row[index].isEmpty && FailureSigns.tells(row[index].string.lowercased(), sign)
    }
  }

  // MARK: - Why it is no revocation; nil if it may be one

  func refusal(of value: JSONValue, at path: String) -> String? { called.refusal(of: value, at: path) }

  func refusal(of cell: BorrowedText, at title: String) -> String? { called.refusal(of: cell.string, at: title) }

  /// - Parameter cells: of our own columns, in their order.
  func refusal(beside cells: [BorrowedText]) -> String? { signs.refusal(beside: cells, of: plan) }
}
