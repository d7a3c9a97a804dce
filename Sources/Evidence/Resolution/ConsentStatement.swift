import Storage

/// What one record says of a consent. Times are milliseconds.
struct ConsentStatement {
  var ref: Int64
  var purpose: String
  var givenAt: Int64
  var state: String
  var withdrawnAt: Int64?
  var withdrawalRef: Int64?
  var expiresAt: Int64?
  var isExplicit: Bool?
  var identifier: String?
  var method: String?
  var policyVersion: String?
  var consentID: String?
  /// When its source was captured, in milliseconds.
  let capturedAt: Int64
  /// The number of the table that its source is a copy of.
  fileprivate let table: Int64

  init(_ row: SelectStatement) {
    ref = row.integer(1)
    purpose = row.text(2)
    givenAt = row.integer(3)
    state = row.text(4)
    withdrawnAt = row.optionalInteger(5)
    expiresAt = row.optionalInteger(6)
    isExplicit = row.optionalInteger(7).map { $0 != 0 }
    identifier = row.optionalText(8)
    method = row.optionalText(9)
    policyVersion = row.optionalText(10)
    consentID = row.optionalText(11)
    capturedAt = row.integer(12)
    table = row.integer(13)
  }
}

extension ConsentStatement {
  /// When the record says that consent ended: it was withdrawn or had expired, or the person was asked again and
  /// refused.
  var end: Int64? {
    switch ConsentState(rawValue: state) {
    case .withdrawn: withdrawnAt ?? givenAt
    case .refused: givenAt
    case .expired: expiresAt ?? givenAt
    // Whatever its state, the record has a withdrawal.
    default: withdrawnAt
    }
  }

  /// Whether it is the record of an end, rather than of a consent.
  var isEnd: Bool {
    switch ConsentState(rawValue: state) {
    case .withdrawn, .refused, .expired: true
    default: false
    }
  }

  /// An end or a renewal: what was given before it stays given.
  fileprivate var isEventOfItsOwn: Bool { isEnd || state == ConsentState.renewed.rawValue }

  /// Whether it says that consent was withdrawn or refused.
  var isTakenBack: Bool { end != nil && !isExpiry }

  /// Whether it is the record of a consent, which may carry the time of its own end.
  var isGiven: Bool { [ConsentState.given.rawValue, ConsentState.renewed.rawValue].contains(state) }

  /// It was given once, and carries the time of its end.
  var hasEnded: Bool { [ConsentState.withdrawn.rawValue, ConsentState.expired.rawValue].contains(state) }

  /// Whether it is an expiry rather than a withdrawal.
  var isExpiry: Bool { state == ConsentState.expired.rawValue }

  /// It says that consent ended, without a time of its own for the end.
  fileprivate var isEndWithoutTime: Bool { hasEnded && end == givenAt }

  /// Fills what it leaves out with what another statement of the same consent says.
  fileprivate mutating func complete(from other: ConsentStatement) {
    isExplicit = isExplicit ?? other.isExplicit
    identifier = identifier ?? other.identifier
    method = method ?? other.method
    policyVersion = policyVersion ?? other.policyVersion
  }

  /// The latest time in it: a copy that has an end was made after one without.
  fileprivate var statedAt: Int64 { max(givenAt, end ?? givenAt) }
}

/// The statements of one person that count. Of one consent, the newest capture's statement counts; within a capture,
/// time decides, then order (docs/contract.md, section 4).
enum ConsentStatements {
  /// Without those that a newer statement of the same consent replaces.
  static func current(_ statements: [ConsentStatement]) -> [ConsentStatement] {
    guard statements.count > 1 else { return statements }
    let statements = withEndsAfterCaptures(statements)
    guard mayReplace(statements) else { return statements }
    // Without an id, each record is a consent of its own.
    let consents = Dictionary(grouping: statements.filter { $0.consentID != nil }) { Consent($0) }
    let replaced = Set(consents.values.flatMap(replaced).map(\.ref))
    return statements.filter { !replaced.contains($0.ref) }.map { statement in
      guard statement.end != nil, statement.consentID != nil else { return statement }
      return completed(statement, by: consents[Consent(statement)] ?? [])
    }
  }

  /// How many consents a remembered statement shows as taken back, and one of this run that replaces it as in force,
  /// given at the same time: an end that was lost, or undone without consent being given again.
  ///
  /// - Parameters:
  ///   - current: those of the statements that no newer one replaces.
  ///   - rememberedFrom: the least ref of a remembered statement.
  static func revived(_ statements: [ConsentStatement], current: [ConsentStatement], rememberedFrom: Int64) -> Int {
    guard current.count < statements.count else { return 0 }
    let inForce = Set(
      current.filter { $0.ref < rememberedFrom && $0.isGiven && $0.end == nil && $0.consentID != nil }.map(Row.init))
    guard !inForce.isEmpty else { return 0 }
    let counting = Set(current.map(\.ref))
    let replaced = statements.filter { statement in
      statement.ref >= rememberedFrom && statement.isTakenBack && !counting.contains(statement.ref)
        && inForce.contains(Row(statement))
    }
    // One receipt may be for several purposes.
    return Set(replaced.map(\.consentID)).count
  }

  /// A consent as it was given once.
  private struct Row: Hashable {
    var consent: Consent
    var givenAt: Int64

    init(_ statement: ConsentStatement) {
      consent = Consent(statement)
      givenAt = statement.givenAt
    }
  }

  /// A record of an end seldom repeats how the consent was given.
  private static func completed(
    _ statement: ConsentStatement, by others: [ConsentStatement]
  ) -> ConsentStatement {
    var statement = statement
    // What was given at another time was given in another way.
    let given = others.filter { $0.isGiven && $0.givenAt == statement.givenAt && $0.ref != statement.ref }
    for other in given.sorted(by: { ($0.capturedAt, $0.ref) > ($1.capturedAt, $1.ref) }).prefix(comparisons) {
      statement.complete(from: other)
    }
    return statement
  }

  /// Whether two of them may be about one consent. Nearly everybody has few, each of its own: to compare the ids costs
  /// less than to group them.
  private static func mayReplace(_ statements: [ConsentStatement]) -> Bool {
    guard statements.count < 8 else { return true }
    return statements.indices.contains { index in
      statements[index].consentID.map { id in statements[..<index].contains { $0.consentID == id } } ?? false
    }
  }

  /// If a table's row changes from given to withdrawn without a time, the end came after the last capture that showed
  /// the consent in force.
  private static func withEndsAfterCaptures(_ statements: [ConsentStatement]) -> [ConsentStatement] {
    guard statements.contains(where: \.isEndWithoutTime) else { return statements }
    var inForce: [Row: Int64] = [:]
    for statement in statements where statement.isGiven && statement.withdrawnAt == nil {
      let row = Row(statement)
      inForce[row] = max(inForce[row] ?? .min, statement.capturedAt)
    }
    return statements.map { statement in
      let row = Row(statement)
      guard statement.isEndWithoutTime, let time = inForce[row], time < statement.capturedAt else { return statement }
      var statement = statement
      if statement.isExpiry {
        statement.expiresAt = time
      } else {
        statement.withdrawnAt = time
      }
      return statement
    }
  }

  /// Which consent a statement is about. One receipt may be for several purposes.
  private struct Consent: Hashable {
    var id: String?
    var purpose: String

    init(_ statement: ConsentStatement) {
      id = statement.consentID
      purpose = statement.purpose
    }
  }

  /// Each statement is compared with the last so many that follow it, and each of these with the last so many ends.
  /// No real consent is stated more often; the limit bounds the cost of a hostile export.
  private static let comparisons = 200

  private static func replaced(_ statements: [ConsentStatement]) -> [ConsentStatement] {
    guard statements.count > 1 else { return [] }
    let ordered = statements.sorted { ($0.capturedAt, $0.statedAt, $0.ref) < ($1.capturedAt, $1.statedAt, $1.ref) }
    let ends = ordered.filter { $0.end != nil }.suffix(comparisons)
    return ordered.enumerated().filter { index, old in
      ordered[(index + 1)...].suffix(comparisons).contains { replaces($0, old, ends) }
    }.map(\.element)
  }

  /// Whether a newer statement replaces an older one. A later end or renewal is an event of its own, whichever of the
  /// two was captured first, and so is consent that is given again after an end: neither replaces the other. Nor does a
  /// statement without an end replace one that a table of another path ends: grants and ends may have a table each.
  private static func replaces(
    _ new: ConsentStatement, _ old: ConsentStatement, _ ends: some Collection<ConsentStatement>
  ) -> Bool {
    if old.isEventOfItsOwn, new.givenAt < old.givenAt { return false }
    if new.table != old.table, new.end == nil, let end = old.end, new.givenAt <= end { return false }
    if new.isEventOfItsOwn { return new.givenAt <= old.givenAt }
    guard new.givenAt > old.givenAt else { return true }
    // What an earlier capture showed as given was given: a row that is written over when the person confirms is given
    // once more.
    if old.isGiven, old.capturedAt < new.givenAt { return false }
    return !ends.contains { statement in statement.end.map { old.givenAt <= $0 && $0 <= new.givenAt } ?? false }
  }
}
