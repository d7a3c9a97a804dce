import Timestamps

/// `flagged-accounts.csv`: every account with a relay address, and every anonymized one.
package struct FlaggedAccountsCSV: Renderer {
  package let name = "flagged-accounts"
  package let file = "flagged-accounts.csv"
  package let isAlwaysWritten = true

  package init() {}

  /// No file where the report does not hold all accounts: an incomplete list would look like a complete one.
  package func files(of report: Report) -> [ReportFile] {
    guard let flagged = report.flagged, flagged.holdsAll else { return [] }
    return [
      ReportFile(name: file) { output in
        var rows = Rows()
        for account in flagged.first { try rows.add(account, output) }
        try rows.finish(output)
      }
    ]
  }

  /// Writes the file while the evidence is read, so that a million accounts are never in memory.
  ///
  /// - Parameter body: passes each account, in order of uid, to the function that it is given.
  /// - Throws: `CannotWrite`, and what `body` throws.
  package func stream(
    to folder: ReportFolder, _ body: (_ row: (FlaggedAccount) throws -> Void) throws -> Void
  ) throws {
    try folder.write(file) { output in
      var rows = Rows()
      try body { try rows.add($0, output) }
      try rows.finish(output)
    }
  }

  private struct Rows {
    private var writer = CSVWriter()
    /// The text of the last row's time: most rows of a run share it, and formatting it for each took a third of the
    /// time.
    private var time: (value: Timestamp, text: String)?

    init() {
      writer.row(["uid", "email", "relay_domain", "providers", "first_seen"])
    }

    mutating func add(_ account: FlaggedAccount, _ output: ([UInt8]) throws -> Void) rethrows {
      if time?.value != account.firstSeen { time = (account.firstSeen, account.firstSeen.rfc3339) }
      writer.cell(account.uid)
      writer.cell(account.email ?? "")
      writer.cell(account.relayDomain ?? "")
      writer.cell(account.providers)
      writer.cell(time?.text ?? "")
      writer.endRow()
      if writer.bytes.count > 1 << 16 { try output(writer.take()) }
    }

    mutating func finish(_ output: ([UInt8]) throws -> Void) rethrows { try output(writer.take()) }
  }
}
