import Storage

/// Turns consent records into what they cover, for each account: one row for a kind of link, for one provider, or for
/// one identifier.
struct ConsentBuilder {
  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    let insert = try ConsentKind.rows.insert(in: database)
    var consents = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT e.account, e.ref, c.purpose, c.given_at, c.state, c.withdrawn_at, c.expires_at, c.explicit, c.identifier,
          c.method, c.policy_version, c.consent_id, s.captured_at, s.copy_of
        FROM evidence.evidence_account e CROSS JOIN evidence.consent_data c ON c.ref = e.ref
          LEFT JOIN evidence.capture_fact s ON s.source = c.ref >> \(Place.shiftOfSource)
        ORDER BY e.account, e.ref
        """))
    var links = try RowsByAccount(
      SelectStatement(
        database,
        "SELECT account, kind, object, identifier, other_identifier FROM evidence.link_row ORDER BY account, link"))
    var others = try OtherLinks(database)
    var targets = Targets(purposes: session.settings.purposes)
    let madeAnew = try AccountsMadeAnew(session)
    var credentials = try HiddenCredentials(database)
    while let (account, all) = try consents.next(ConsentStatement.init) {
      // Statements from before the account was created anew are about another one. Consent may be given just before
      // the creation.
      let since = madeAnew.time(of: account).map { $0 - session.settings.clockSkew }
      let records = since.map { since in all.filter { $0.givenAt >= since } } ?? all
      var own = try links.of(account, ConsentLinks.Link.init)
      // Only an end that names a value asks which values there are.
      if records.contains(where: { $0.end != nil && $0.identifier != nil }) {
        own += try others.of(account, besides: own)
      }
      let social = records.flatMap { record in targets.of(record.purpose).filter { $0.kind == .social } }
      let named = social.compactMap(\.provider)
      let hidden = social.isEmpty ? .none : try credentials.of(account, named: named)
      let consentLinks = ConsentLinks(own, hidden: hidden, named: named)
      try write(records, of: account, consentLinks, &targets, insert)
    }
  }

  /// What rules judge by consent and is no link: other identifiers, a photo, and the address that Apple's credential
  /// brings.
  private struct OtherLinks {
    private var identifiers: RowsByAccount
    private let accounts: SelectStatement

    init(_ database: Connection) throws {
      // They were written in the order of accounts.
      identifiers = try RowsByAccount(
        SelectStatement(database, "SELECT account, identifier FROM evidence.other_identifier_row ORDER BY rowid"))
      accounts = try SelectStatement(
        database,
        """
        SELECT has_photo, CASE email_class WHEN 'ordinary' THEN email END
        FROM accounts.account_row
        WHERE account = ? AND present AND anonymized
        """)
    }

    /// - Parameter account: greater than the one before.
    mutating func of(_ account: Int64, besides links: [ConsentLinks.Link]) throws -> [ConsentLinks.Link] {
      var names = try identifiers.of(account) { $0.text(1) }
      var address: String?
      accounts.start(account)
      if try accounts.next() {
        if accounts.flag(0) { names.append(ConsentLinks.photo) }
        address = accounts.optionalText(1)
      }
      // One value may stand in several places.
      var known: Set<String> = []
      let others = names.filter { known.insert($0).inserted }.map { ConsentLinks.Link(.profile, $0) }
      guard let address, !links.contains(where: { $0.kind == PurposeMap.Kind.email.rawValue }) else { return others }
      return others + [ConsentLinks.Link(.email, address)]
    }
  }

  /// The targets of purposes, each worked out once, since a million consents have a handful of purposes.
  private struct Targets {
    let purposes: PurposeMap
    private var known: [String: Set<PurposeMap.Target>] = [:]
    /// A hostile export could have a purpose for each consent. Beyond this many, targets are not kept.
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
    _ records: [ConsentStatement], of account: Int64, _ links: ConsentLinks, _ targets: inout Targets,
    _ insert: WriteStatement
  ) throws {
    let current = ConsentStatements.current(records)
    session.revivedConsents += ConsentStatements.revived(
      records, current: current, rememberedFrom: session.rememberedFrom)
    let ends = ConsentEnds(records, current: current, links) { purpose, isRevoked in
      isRevoked ? Set(targets.purposes.targets(ofEnd: purpose)) : targets.of(purpose)
    }
    for record in current {
      for target in links.expanded(targets.of(record.purpose)) {
        for row in ends.applied(to: record, target) {
          try write(row, target, isHidden: links.hides(target), of: account, insert)
        }
      }
    }
  }

  private func write(
    _ record: ConsentStatement, _ target: PurposeMap.Target, isHidden: Bool, of account: Int64,
    _ insert: WriteStatement
  ) throws {
    let isExplicit = record.isExplicit ?? (session.settings.requiresExplicitConsent ? false : nil)
    insert.bind(account).bind(target.kind.rawValue).bind(target.provider).bind(record.purpose).bind(record.givenAt)
      .bind(record.hasEnded ? ConsentState.given.rawValue : record.state)
      .bind(record.withdrawnAt).bind(record.expiresAt).bind(isExplicit).bind(record.identifier)
      .bind(record.method).bind(record.policyVersion).bind(record.consentID).bind(record.ref)
      .bind(record.withdrawalRef).bind(isHidden)
    try insert.run()
  }
}
