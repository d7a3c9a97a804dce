import Storage

/// Turns consent records into what they cover, for each account: one row for a kind of link, or for one provider.
struct ConsentBuilder {
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
    while let (account, records) = try consents.next(ConsentStatement.init) {
      try write(
        ConsentStatements.current(records), of: account, providers: links.of(account) { $0.text(1) }, &targets, insert)
    }
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
    _ records: [ConsentStatement], of account: Int64, providers: [String], _ targets: inout Targets,
    _ insert: WriteStatement
  ) throws {
    let mapped = records.map { ($0, targets.of($0.purpose)) }
    // A record does not end itself.
    let ends = records.count > 1 ? mapped.filter { $0.0.end != nil } : []
    for (record, targets) in mapped {
      for target in expanded(targets, providers: providers) {
        var record = record
        if target.kind == .phone, let number = record.identifier, number.allSatisfy(\.isNumber) {
          record.identifier = NormalText.phone(number)
        }
        for (end, others) in ends where others.contains(where: { Self.includes($0, target) }) && Self.ends(end, record)
        {
          guard let time = end.end else { continue }
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
  private static func hasEnded(_ record: ConsentStatement) -> Bool {
    [ConsentState.withdrawn.rawValue, ConsentState.expired.rawValue].contains(record.state)
  }

  /// A record of an end ends what was given before it, unless the two speak of different consents or values.
  private static func ends(_ end: ConsentStatement, _ record: ConsentStatement) -> Bool {
    func agree(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    guard let time = end.end, end.ref != record.ref else { return false }
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
