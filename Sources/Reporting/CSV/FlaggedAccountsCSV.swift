import Timestamps

/// `flagged-accounts.csv`: every account with a relay address, or anonymized, written as they come.
package struct FlaggedAccountsCSV {
  private var writer = CSVWriter()
  /// Few accounts of a night differ in this time, and to write it anew for each took a third of the file's time.
  private var time: (value: Timestamp, text: String)?

  /// Calls `body` with a function that takes the accounts one after another, in order of uid.
  ///
  /// - Throws: `CannotWrite`, and what `body` throws.
  package static func write(
    to folder: ReportFolder, _ body: ((FlaggedAccount) throws -> Void) throws -> Void
  ) throws {
    try folder.write("flagged-accounts.csv") { output in
      var csv = FlaggedAccountsCSV()
      csv.writer.row(["uid", "email", "relay_domain", "providers", "first_seen"])
      try body { account in
        csv.add(account)
        if csv.writer.bytes.count > 1 << 16 { try output(csv.writer.take()) }
      }
      try output(csv.writer.take())
    }
  }

  private mutating func add(_ account: FlaggedAccount) {
    if time?.value != account.firstSeen { time = (account.firstSeen, account.firstSeen.rfc3339) }
    writer.cell(account.uid)
    writer.cell(account.email ?? "")
    writer.cell(account.relayDomain ?? "")
    writer.cell(account.providers)
    writer.cell(time?.text ?? "")
    writer.endRow()
  }
}
