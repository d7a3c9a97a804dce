import Evidence

/// Finds fields that nothing reads and for which a record of our own columns is rejected. Where there is a mapping,
/// `MappedReader` finds them.
struct UnreadFields {
  /// Of a file whose kind the configuration or `--input` says: its columns that may say what happened are to be named.
  /// Nil for a file whose own content shows its kind.
  private let plan: MappingPlan?
  /// Of calls alone.
  private let called: CalledAddress?
  private var signs: CallSigns?
  /// Most records have the same names.
  private var refusals: [String: String?] = [:]
  private static let limit = 1000

  // Of tables.
  /// Why each row is rejected; nil if they are not.
  private(set) var refusal: String?
  private var addresses: [(index: Int, title: String)] = []

  init(_ context: ReaderContext, of kind: EvidenceKind) throws(ReadFailure) {
    plan = context.settings.kind == nil ? nil : try MappingPlan(context.settings, kind: kind)
    called = kind == .revocations ? CalledAddress { _ in false } : nil
    signs = kind == .revocations ? CallSigns { _ in false } : nil
  }

  /// Whether it can find anything.
  var isActive: Bool { plan != nil || called != nil }

  private static let callsForTokens: Set = [RevocationOutcome.refreshed.rawValue, RevocationOutcome.exchanged.rawValue]

  /// Whether a call of that outcome is said to be no revocation, so that it may have another address.
  static func isForTokens(outcome: FieldValue) -> Bool {
    outcome.string.map { callsForTokens.contains($0.lowercased()) } ?? false
  }

  mutating func begin() { signs?.begin() }

  /// Why the record that was looked at is no revocation at Apple; nil if it may be one.
  ///
  /// - Parameters: what our own columns say.
  func refusalOfCall(endpoint: String?, method: String?) -> String? {
    signs?.refusal(endpoint: endpoint, method: method)
  }

  // MARK: - Tables

  /// - Parameter index: of the column in the rows.
  mutating func look(atTitle title: String, _ index: Int) {
    refusal = refusal ?? plan?.refusal(of: title)
    if called != nil, CalledAddress.isAddress(title) { addresses.append((index, title)) }
  }

  mutating func look(atCell cell: BorrowedText, _ title: String) { signs?.look(at: cell, title) }

  /// Why a row is no call to Apple that revokes; nil if it may be one.
  func otherAddress(inRow row: [BorrowedText]) -> String? {
    addresses.lazy.filter { $0.index < row.count }
      .compactMap { called?.refusal(of: row[$0.index].string, at: $0.title) }.first
  }

  // MARK: - JSON

  /// Why a record with the field is rejected; nil if it is not.
  mutating func refusal(of value: JSONValue, at name: String) -> String? {
    guard let plan else { return nil }
    var refusal = refusal(of: name, by: plan)
    value.forEachField { key, _ in refusal = refusal ?? plan.refusal(of: key.string, within: name) }
    return refusal
  }

  mutating func look(at name: String, _ value: JSONValue) { signs?.look(at: value, name) }

  /// Why a record with the field is no call to Apple that revokes; nil if it may be one.
  func otherAddress(in value: JSONValue, at name: String) -> String? { called?.refusal(of: value, at: name) }

  private mutating func refusal(of name: String, by plan: MappingPlan) -> String? {
    if let known = refusals[name] { return known }
    let refusal = plan.refusal(of: name)
    if refusals.count < Self.limit { refusals[name] = .some(refusal) }
    return refusal
  }
}
