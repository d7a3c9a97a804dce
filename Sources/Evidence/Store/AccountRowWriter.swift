import GRDB

/// Writes what the view `account` shows of the accounts of this run's exports, as they are read.
///
/// Whether an export shows Apple credentials is known only at its end. Rows are written as if it did, which nearly all
/// now do, and `AccountRows` corrects the others: a second pass over every row took longer than to write them.
final class AccountRowWriter {
  private let rows: InsertStatement
  private let repeated: InsertStatement
  private var names: RepetitionFilter? = RepetitionFilter()
  /// Accounts whose row depends on the history: shown without anything of Apple, or without a `sub`.
  private(set) var toReconcile: [Int64] = []
  /// Whether the numbers of the accounts ascend as their uids do: then no report has to sort them.
  private(set) var areInOrderOfUID = true
  private var last: (number: Int64, uid: String) = (0, "")

  init(_ database: Database) throws {
    rows = try InsertStatement(
      database, into: "temp.account_row",
      columns: [
        "account", "ref", "captured_at", "known", "present", "apple_credential", "apple_claim", "anonymized", "apple",
        "export", "email_class", "email_resembles", "relay_address", "apple_sub", "email", "tenant", "uid", "phone",
        "has_photo", "has_password", "created_at", "apple_email", "apple_email_class", "apple_email_resembles",
        "providers",
      ])
    repeated = try InsertStatement(database, into: "temp.repeated", columns: ["name"])
  }

  func write(_ account: StoredAccount, number: Int64, at place: Place, capturedAt: Int64) throws {
    let isApple = account.hasAppleCredential || account.hasAppleClaim
    if !isApple || account.appleSub == nil { toReconcile.append(number) }
    // SQLite compares bytes, and so does this.
    areInOrderOfUID = areInOrderOfUID && number > last.number && last.uid.utf8.lexicographicallyPrecedes(account.uid.utf8)
    last = (number, account.uid)
    rows.bind(number).bind(place.ref).bind(capturedAt).bind(true).bind(true).bind(account.hasAppleCredential)
      .bind(account.hasAppleClaim).bind(isApple && (account.relayAddress != nil || account.isPrivateByClaim))
      .bind(isApple ? "yes" : "no").bind(ExportGeneration.new.rawValue)
      .bind(account.email?.className).bind(account.email?.resembles).bind(account.relayAddress).bind(account.appleSub)
      .bind(account.email?.text).bind(account.tenant).bind(account.uid).bind(account.phone).bind(account.hasPhoto)
      .bind(account.hasPassword).bind(account.createdAt).bind(account.appleEmail?.text)
      .bind(account.appleEmail?.className).bind(account.appleEmail?.resembles)
      .bind(account.providers.joined(separator: " "))
    try rows.run()
    if let address = account.relayAddress { try note(address, SubjectKey(email: address)) }
    if let sub = account.appleSub, account.hasAppleCredential { try note(sub, SubjectKey(appleSub: sub)) }
  }

  func release() {
    names = nil
    toReconcile = []
  }

  private func note(_ name: String, _ key: SubjectKey) throws {
    if names?.insert(key.bits) == true { try repeated.bind(name).run() }
  }
}
