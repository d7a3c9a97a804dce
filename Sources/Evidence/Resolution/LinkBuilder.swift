import Storage

/// Finds the links of Apple accounts (docs/contract.md, section 6.1) and when they were made.
struct LinkBuilder {
  /// One identifier that counts as a link, before its time is known.
  private struct Candidate {
    var kind: String
    var object: String
    var identifier: String?
    var otherIdentifier: String?
    var providers: Set<String>
    var sighting: Sighting?
  }

  /// An Apple account, as far as its links go.
  private struct Account {
    var number: Int64
    /// Nil if the account is not anonymized, or only a claim says so.
    var relayAddress: String?
    var appleEmail: String?
    /// Nil for Apple's own address, and for what is no address.
    var email: String?
    var emailSighting: Sighting?
    var phone: String?
    var phoneSighting: Sighting?
    var appleSighting: Sighting?
    var createdAt: Int64?
    var capturedAt: Int64
    var ref: Int64
    /// As in the view `link`.
    var anonymity: String
    var hasPassword: Bool
  }

  /// A credential other than Apple's, or a second factor.
  private struct Identifier {
    var provider: String
    var rawID: String?
    var email: String?
    /// False for a relay address, and for a placeholder.
    var isAddress: Bool
    var phone: String?
    var isFactor: Bool
    /// The account may have it, and its export leaves such credentials out.
    var isHidden: Bool
    var sighting: Sighting

    init(_ row: SelectStatement) {
      provider = row.text(1)
      rawID = row.optionalText(2)
      email = row.optionalText(3)
      isAddress = row.flag(4)
      phone = row.optionalText(5)
      isFactor = row.integer(6) == IdentifierRole.factor.rawValue
      isHidden = row.integer(6) == IdentifierRole.hidden.rawValue
      sighting = row.sighting(7)
    }
  }

  /// Identifiers of one kind, in the order in which they were added, each once.
  private struct Identifiers<Key: Hashable> {
    typealias Shown = (text: String, sighting: Sighting?)

    private(set) var all: [Shown] = []
    private var places: [Key: Int] = [:]

    /// Adds an identifier, or the sighting of one that is there: it came with the first of the two.
    mutating func add(_ text: String, _ sighting: Sighting?, as key: Key) {
      guard let place = places[key] else {
        places[key] = all.count
        all.append((text, sighting))
        return
      }
      if let sighting, all[place].sighting.map({ $0.seen > sighting.seen }) ?? true { all[place].sighting = sighting }
    }

    /// What was shown first comes first: a finding about the first link keeps its id when others come.
    static func inOrderOfSight(_ shown: [Shown]) -> [Shown] {
      // Nearly every account has one.
      guard shown.count > 1 else { return shown }
      return shown.enumerated().sorted {
        ($0.element.sighting?.seen ?? .min, $0.offset) < ($1.element.sighting?.seen ?? .min, $1.offset)
      }.map(\.element)
    }
  }

  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  /// Providers whose credential is an email address.
  private static let emailCredentials: Set = ["password", "emaillink"]
  /// The providers that link events name for such a credential.
  static let emailProviders = emailCredentials.union(["email"])
  /// Credentials that link no other identity.
  static let notSocial = emailProviders.union(["phone", "anonymous", "custom", "firebase"])

  /// SQL for an account's top-level email if it did not come from Apple. If the account is not anonymized, an address
  /// that no other credential can have brought came from Apple.
  private static let ownEmail = """
    CASE WHEN email_class IN ('relay', 'placeholder') THEN NULL WHEN anonymized THEN email
      WHEN email = apple_email THEN NULL
      WHEN NOT has_password AND coalesce(apple_email_class, 'placeholder') = 'placeholder' THEN NULL
      ELSE email END
    """

  /// - Parameter events: the link events of each account.
  /// - Throws: `StorageError`.
  func build(_ events: [Int64: [LinkEvent]]) throws {
    let insert = try LinkKind.rows.insert(in: database)
    let accounts = try SelectStatement(
      database,
      """
      SELECT account, relay_address, apple_email, \(Self.ownEmail) AS own_email, phone, email_seen_at, email_absent_at,
        phone_seen_at, phone_absent_at, apple_seen_at, apple_absent_at, created_at, captured_at, ref,
        CASE WHEN anonymized THEN 'anonymized' WHEN \(AccountTable.isAnonymityUnknown) THEN 'unknown' ELSE 'none' END,
        has_password
      FROM accounts.account_row
      WHERE present AND (anonymized OR apple_credential OR apple_claim)
        AND (phone IS NOT NULL OR own_email IS NOT NULL
          OR account IN (SELECT account FROM accounts.identifier_row WHERE \(IdentifierRole.isShown)))
      ORDER BY account
      """)
    var others = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT account, provider, raw_id, email, email_class NOT IN ('relay', 'placeholder'), phone, role, seen_at,
          absent_at
        FROM accounts.identifier_row
        WHERE \(IdentifierRole.isShown) OR role = \(IdentifierRole.hidden.rawValue) ORDER BY account, rowid
        """))
    while try accounts.next() {
      try write(account(accounts), others.of(accounts.integer(0), Identifier.init), events, insert)
    }
  }

  private func account(_ row: SelectStatement) -> Account {
    Account(
      number: row.integer(0), relayAddress: row.optionalText(1), appleEmail: row.optionalText(2),
      email: row.optionalText(3),
      emailSighting: row.optionalSighting(5), phone: row.optionalText(4), phoneSighting: row.optionalSighting(7),
      appleSighting: row.optionalSighting(9),
      createdAt: row.optionalInteger(11), capturedAt: row.integer(12), ref: row.integer(13),
      anonymity: row.text(14), hasPassword: row.flag(15))
  }

  private func write(
    _ account: Account, _ others: [Identifier], _ events: [Int64: [LinkEvent]], _ insert: WriteStatement
  ) throws {
    let times = LinkTimes(
      createdAt: account.createdAt, capturedAt: account.capturedAt, apple: account.appleSighting,
      events: events[account.number] ?? [])
    var seenObjects: Set<String> = []
    let shown = others.filter { !$0.isHidden }
    let candidates = email(account, shown, besides: others) + phones(account, shown) + social(shown)
    let isOnly = candidates.count == 1 && canBeAlone(candidates[0], on: account, others)
    var sightings: [Set<String>: [Sighting]] = [:]
    if candidates.count > 1, !times.events.isEmpty {
      // Of an account with thousands of links, a few do.
      sightings = Dictionary(grouping: candidates, by: \.providers).mapValues { $0.prefix(64).compactMap(\.sighting) }
    }
    for candidate in candidates {
      let time = times.time(
        of: candidate.providers,
        identifiers: [candidate.identifier, candidate.otherIdentifier].compactMap { $0 },
        sighting: candidate.sighting, isOnly: isOnly, others: sightings[candidate.providers] ?? [])
      let isFirst = seenObjects.insert(candidate.object).inserted
      // SQLite numbers the links.
      insert.bind(nil as Int64?).bind(account.number).bind(candidate.kind).bind(candidate.object)
        .bind(isFirst ? nil : LinkedValue.discriminator(candidate.identifier ?? ""))
        .bind(candidate.identifier).bind(candidate.otherIdentifier).bind(time.from).bind(time.to)
        .bind(time.basis.rawValue).bind(account.ref).bind(time.eventRef).bind(account.anonymity)
      try insert.run()
    }
  }

  /// Whether the account has neither a password besides nor a credential that its export hides.
  private func canBeAlone(_ candidate: Candidate, on account: Account, _ others: [Identifier]) -> Bool {
    let hasPassword = account.hasPassword || others.contains { Self.emailCredentials.contains($0.provider) }
    return !others.contains(where: \.isHidden) && (candidate.kind == "email" || !hasPassword)
  }

  /// - Parameter all: those that are hidden as well: one of them may have brought the address.
  private func email(_ account: Account, _ others: [Identifier], besides all: [Identifier]) -> [Candidate] {
    var found = Identifiers<String>()
    if let email = account.email { found.add(email, account.emailSighting, as: email) }
    // A password's address need not be the top-level one.
    for other in others where Self.emailCredentials.contains(other.provider) {
      if let email = other.email, other.isAddress { found.add(email, other.sighting, as: email) }
    }
    guard !found.all.isEmpty else { return [] }
    let brought = Set(
      all.filter { !Self.notSocial.contains($0.provider) }.map(\.email) + [account.relayAddress, account.appleEmail])
    let linked = found.all.filter { !brought.contains($0.text) }
    return Identifiers<String>.inOrderOfSight(linked).map { email, sighting in
      Candidate(kind: "email", object: "email", identifier: email, providers: Self.emailProviders, sighting: sighting)
    }
  }

  private func phones(_ account: Account, _ others: [Identifier]) -> [Candidate] {
    var numbers = Identifiers<SubjectKey>()
    if let phone = account.phone, !phone.isEmpty {
      numbers.add(phone, account.phoneSighting, as: SubjectKey(phone: phone))
    }
    let more = others.compactMap { other in
      other.phone.flatMap { $0.isEmpty ? nil : ($0, other.sighting) }
    }
    // Whole numbers first: an obfuscated one is the same number if its visible end is.
    for (phone, sighting) in more where !NormalText.isObfuscated(phone: phone) {
      numbers.add(phone, sighting, as: SubjectKey(phone: phone))
    }
    let obfuscated = more.filter { NormalText.isObfuscated(phone: $0.0) }
      .map { (phone: $0, sighting: $1, end: NormalText.shownEnd(ofPhone: $0)) }
    let lengths = Set(obfuscated.map(\.end.count))
    func ends(of phone: String) -> some Sequence<String> { lengths.lazy.map { String(phone.suffix($0)) } }
    var known = Set(numbers.all.flatMap { ends(of: $0.text) })
    var candidates = numbers.all
    for (phone, sighting, end) in obfuscated where !known.contains(end) {
      candidates.append((phone, sighting))
      known.formUnion(ends(of: phone))
    }
    return Identifiers<SubjectKey>.inOrderOfSight(candidates).map { phone, sighting in
      Candidate(kind: "phone", object: "phone", identifier: phone, providers: ["phone"], sighting: sighting)
    }
  }

  private func social(_ others: [Identifier]) -> [Candidate] {
    others.filter { !$0.isFactor && !Self.notSocial.contains($0.provider) }
      .sorted { ($0.sighting.seen, $0.rawID ?? "") < ($1.sighting.seen, $1.rawID ?? "") }
      .map { other in
        Candidate(
          kind: "social", object: other.provider,
          identifier: other.rawID.map(LinkedValue.normalID), otherIdentifier: other.email,
          providers: [other.provider], sighting: other.sighting)
      }
  }
}
