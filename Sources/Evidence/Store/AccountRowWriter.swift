import Storage

/// Writes what the view `account` shows of the accounts of this run's exports, and what the store keeps of them, as
/// they are read.
///
/// Whether an export shows Apple credentials is known only at its end. Rows are written as if it did, which nearly all
/// now do, and `AccountRows` corrects the others: a second pass over every row took longer than to write them.
final class AccountRowWriter {
  private let rows: WriteStatement
  /// By `Name`.
  private let repeated: [WriteStatement]
  private let repeatedText: WriteStatement
  /// 16 MB for 5 million names, which ten million accounts have. Each that is taken for a repetition is stored, and the
  /// rule about shared names looks up all accounts among these. A set of all names would take 80 MB, and for SQLite to
  /// sort the names of a million accounts took 0.4 s.
  private var names: GrowingKeyFilter? = GrowingKeyFilter(words: 1 << 21)
  /// Names to be added to the filter. The words of many are fetched together: one by one, that took three times as
  /// long.
  private var waiting: [(key: UInt64, account: Int64, name: Name)] = []
  /// Accounts whose row depends on the history: shown without anything of Apple, or without a `sub`.
  private(set) var toReconcile: [Int64] = []
  /// Accounts with something of Apple's.
  private(set) var appleCount = 0
  /// Whether the numbers of the accounts ascend as their uids do: then no report has to sort them.
  private(set) var areInOrderOfUID = true
  private var last: (number: Int64, uid: [UInt8]) = (0, [])

  init(_ database: Connection) throws {
    rows = try AccountTable.rows.insert(in: database)
    repeated = try Name.allCases.map { name in
      try WriteStatement(
        database, "INSERT INTO accounts.repeated SELECT \(name.column) FROM accounts.account_row WHERE account = ?")
    }
    repeatedText = try WriteStatement(database, "INSERT INTO accounts.repeated VALUES (?)")
  }

  /// What no two accounts should have.
  private enum Name: Int, CaseIterable {
    case relayAddress, sub
    /// The account's own address, where it is a relay address besides Apple's.
    case otherRelayAddress

    var column: String {
      switch self {
      case .relayAddress: "relay_address"
      case .sub: "apple_sub"
      case .otherRelayAddress: "email"
      }
    }
  }

  /// What is known of an account beside what its record says.
  struct Facts {
    var number: Int64
    var key: UInt64
    var place: Place
    /// Milliseconds.
    var capturedAt: Int64
    var change: AccountChange
    /// Whether all that is known of it was there at first sight.
    var isAsFirstSeen: Bool
  }

  func write(_ account: StoredAccount, _ facts: Facts, _ sightings: AccountSightings) throws {
    let number = facts.number
    let isApple = account.hasAppleCredential || account.hasAppleClaim
    if isApple { appleCount += 1 }
    if !isApple || account.appleSub == nil { toReconcile.append(number) }
    note(number, account.uid)
    rows.bind(number).bind(facts.place.ref).bind(facts.capturedAt).bind(Int64?.none).bind(true).bind(true).bind(
      account.hasAppleCredential
    )
    .bind(account.hasAppleClaim)
    .bind(isApple && account.isShownPrivate || account.hasAppleCredential && sightings.anonymizedAt != nil)
    .bind(isApple ? "yes" : "no").bind(ExportGeneration.new.rawValue)
    .bind(account.email?.className).bind(account.email?.resembles).bind(account.relayAddress?.text)
    if let earlier = sightings.earlierSub { rows.bind(earlier) } else { rows.bind(account.appleSub) }
    rows
      .bind(account.email?.text).bind(account.tenant).bind(account.uid).bind(account.phone).bind(account.hasPhoto)
      .bind(account.hasPassword).bind(account.createdAt).bind(account.appleEmail?.text)
      .bind(account.appleEmail?.className).bind(account.appleEmail?.resembles)
      .bind(account.providers).bind(facts.change.rawValue).bind(Int64(bitPattern: facts.key)).bind(
        Int64(bitPattern: account.content)
      )
      .bind(sightings.everApple).bind(sightings.everWithoutApple).bind(sightings.firstSeenAt)
      .bind(facts.isAsFirstSeen)
      .bind(sightings.apple?.seen).bind(sightings.apple?.absent).bind(sightings.email?.seen).bind(
        sightings.email?.absent
      )
      .bind(sightings.phone?.seen).bind(sightings.phone?.absent)
      .bind(account.displayName).bind(sightings.name?.seen).bind(sightings.name?.absent)
      .bind(sightings.anonymizedAt)
    try rows.run()
    if let address = account.relayAddress {
      waiting.append((address.key, number, .relayAddress))
      if let email = account.email, email.isRelay, email.key != address.key {
        waiting.append((email.key, number, .otherRelayAddress))
      }
    }
    if let sub = account.appleSubKey { waiting.append((sub, number, .sub)) }
    if waiting.count >= 256 { try noteRepetitions() }
  }

  /// Adds an address or a sub of an account that is not shown and may still exist. To be called when all accounts are
  /// written.
  func add(_ name: String, key: UInt64) throws {
    try noteRepetitions()
    if names?.insert(key) == true { try repeatedText.bind(name).run() }
  }

  /// To be called when all names are added.
  func finish() throws {
    try noteRepetitions()
    names = nil
  }

  func release() {
    toReconcile = []
  }

  private func note(_ number: Int64, _ uid: BorrowedText) {
    guard areInOrderOfUID else { return }
    areInOrderOfUID = number > last.number && last.uid.withUnsafeBufferPointer { $0.precedes(uid) }
    last.number = number
    last.uid.removeAll(keepingCapacity: true)
    last.uid += uid
  }

  private func noteRepetitions() throws {
    for name in waiting { names?.prefetch(name.key) }
    for name in waiting where names?.insert(name.key) == true {
      try repeated[name.name.rawValue].bind(name.account).run()
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
