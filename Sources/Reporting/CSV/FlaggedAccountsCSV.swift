import Timestamps

/// `flagged-accounts.csv`: every account with a relay address, or anonymized.
enum FlaggedAccountsCSV {
  static func write(_ accounts: FlaggedAccounts, to output: ([UInt8]) throws -> Void) throws {
    var writer = CSVWriter()
    writer.row(["uid", "email", "relay_domain", "providers", "first_seen"])
    try accounts.forEach { account in
      writer.row([
        account.uid, account.email ?? "", account.relayDomain ?? "", account.providers.joined(separator: " "),
        account.firstSeen.rfc3339,
      ])
      if writer.bytes.count > 1 << 16 { try output(writer.take()) }
      return true
    }
    try output(writer.take())
  }
}
