import Storage

/// Turns consent records into what they cover, for each account: one row for a kind of link, or for one provider.
struct ConsentBuilder {
  fileprivate struct Record {
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
    }
  }

  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    let insert = try WriteStatement(
      database, into: "evidence.consent_row",
      columns: [
        "account", "kind", "provider", "purpose", "given_at", "state", "withdrawn_at", "expires_at", "explicit",
        "identifier", "method", "policy_version", "consent_id", "ref", "withdrawal_ref",
      ])
    var consents = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT e.account, c.ref, c.purpose, c.given_at, c.state, c.withdrawn_at, c.expires_at, c.explicit, c.identifier,
          c.method, c.policy_version, c.consent_id, s.captured_at
        FROM evidence.evidence_account e CROSS JOIN evidence.consent_data c ON c.ref = e.ref
          LEFT JOIN evidence.capture_fact s ON s.source = c.ref >> \(Place.shiftOfSource)
        ORDER BY e.account, c.ref
        """))
    var links = try RowsByAccount(
      SelectStatement(
        database,
        "SELECT DISTINCT account, object FROM evidence.link_row WHERE kind = 'social' ORDER BY account, object"))
    var targets = Targets(purposes: session.settings.purposes)
    while let (account, records) = try consents.next(Record.init) {
      try write(Self.current(records), of: account, providers: links.of(account) { $0.text(1) }, &targets, insert)
    }
  }

  /// The records of one account without those that a newer capture replaces.
  private static func current(_ records: [Record]) -> [Record] {
    guard records.count > 1 else { return records }
    return records.filter { old in !records.contains { $0.replaces(old) } }
  }

  /// What purposes are for, each worked out once: a million consents have a handful.
  private struct Targets {
    let purposes: PurposeMap
    private var known: [String: Set<PurposeMap.Target>] = [:]
    /// A hostile export could make up a purpose for each consent; beyond this many, they are worked out anew.
    private static let capacity = 1000

    init(purposes: PurposeMap) {
      self.purposes = purposes
    }

    mutating func of(_ purpose: String) -> Set<PurposeMap.Target> {
      if let targets = known[purpose] { return targets }
      let targets = Set(purposes.targets(of: purpose))
      if known.count < Self.capacity { known[purpose] = targets }
      return targets
    }
  }

  private func write(
    _ records: [Record], of account: Int64, providers: [String], _ targets: inout Targets, _ insert: WriteStatement
  ) throws {
    let mapped = records.map { ($0, targets.of($0.purpose)) }
    // A record does not end itself.
    let ends = records.count > 1 ? mapped.filter { Self.end(of: $0.0) != nil } : []
    for (record, targets) in mapped {
      for target in expanded(targets, providers: providers) {
        var record = record
        if target.kind == .phone, let number = record.identifier, number.allSatisfy(\.isNumber) {
          record.identifier = NormalText.phone(number)
        }
        for (end, others) in ends where others.contains(where: { Self.includes($0, target) }) && Self.ends(end, record)
        {
          guard let time = Self.end(of: end) else { continue }
          if end.state == ConsentState.expired.rawValue {
            record.expiresAt = record.expiresAt.map { min($0, time) } ?? time
          } else if record.withdrawnAt.map({ time < $0 }) ?? true {
            record.withdrawnAt = time
            record.withdrawalRef = end.ref
          }
        }
        insert.bind(account).bind(target.kind.rawValue).bind(target.provider).bind(record.purpose).bind(record.givenAt)
          .bind(Self.hasEnded(record) ? ConsentState.given.rawValue : record.state)
          .bind(record.withdrawnAt).bind(record.expiresAt).bind(record.isExplicit).bind(record.identifier)
          .bind(record.method).bind(record.policyVersion).bind(record.consentID).bind(record.ref)
          .bind(record.withdrawalRef)
        try insert.run()
      }
    }
  }

  /// A consent to every social credential stands once for each that the account has, since a withdrawal may name one.
  private func expanded(_ targets: Set<PurposeMap.Target>, providers: [String]) -> [PurposeMap.Target] {
    let all = targets.flatMap { target in
      target.kind == .social && target.provider == nil && !providers.isEmpty
        ? providers.map { PurposeMap.Target(kind: .social, provider: $0) } : [target]
    }
    return all.count < 2
      ? all : all.sorted { ($0.kind.rawValue, $0.provider ?? "") < ($1.kind.rawValue, $1.provider ?? "") }
  }

  private static func includes(_ wide: PurposeMap.Target, _ narrow: PurposeMap.Target) -> Bool {
    wide.kind == narrow.kind && (wide.provider == nil || wide.provider == narrow.provider)
  }

  /// It was given once, and carries the time of its end.
  private static func hasEnded(_ record: Record) -> Bool {
    [ConsentState.withdrawn.rawValue, ConsentState.expired.rawValue].contains(record.state)
  }

  /// When a record says that consent ended: it was withdrawn or had expired, or the person was asked again and refused.
  private static func end(of record: Record) -> Int64? {
    switch ConsentState(rawValue: record.state) {
    case .withdrawn: record.withdrawnAt ?? record.givenAt
    // A later copy of a record that tells its end speaks for the copies before it.
    case .given, .renewed: record.withdrawnAt
    case .refused: record.givenAt
    case .expired: record.expiresAt ?? record.givenAt
    default: nil
    }
  }

  /// A record of an end ends what was given before it, unless the two speak of different consents or values.
  private static func ends(_ end: Record, _ record: Record) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    guard let time = Self.end(of: end), end.ref != record.ref else { return false }
    // Only a withdrawal says by itself that something had been given.
    let isBefore = end.withdrawnAt != nil ? record.givenAt <= time : record.givenAt < time
    guard isBefore, agree(end.identifier, record.identifier) else { return false }
    guard [ConsentState.given.rawValue, ConsentState.renewed.rawValue].contains(end.state) else {
      return agree(end.consentID, record.consentID)
    }
    // A consent that ended says nothing of another one beside it.
    return end.consentID == record.consentID && (end.consentID != nil || end.givenAt == record.givenAt)
  }
}

extension ConsentBuilder.Record {
  /// Whether this is a newer capture's statement of what `old` states. Of one consent, the newest capture's statement
  /// counts (docs/contract.md, section 4). A later end, or a later renewal, is an event of its own: it says nothing
  /// against what was given before it.
  fileprivate func replaces(_ old: Self) -> Bool {
    guard capturedAt > old.capturedAt, purpose == old.purpose else { return false }
    // Without an id, only what was given at the same moment is known to be the same consent.
    guard let consentID else { return old.consentID == nil && givenAt == old.givenAt && identifier == old.identifier }
    guard consentID == old.consentID else { return false }
    switch ConsentState(rawValue: state) {
    case .withdrawn, .refused, .expired, .renewed: return givenAt <= old.givenAt
    default: return true
    }
  }
}
