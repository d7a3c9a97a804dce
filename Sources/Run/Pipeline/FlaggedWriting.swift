import Evidence
import History
import Reporting

/// Writes `flagged-accounts.csv`, and keeps the list for the store.
struct FlaggedWriting {
  let folder: ReportFolder
  /// False in a run that leaves nothing behind.
  let keepsList: Bool
  let personalData: PersonalData
  /// Whether the accounts come in an order other than that of their uids.
  var isUnordered = false

  /// - Parameters:
  ///   - result: gets the first accounts, their count, and the list where that is longer.
  ///   - each: passes each account, with its personal data in the clear, to its second argument.
  /// - Throws: `CannotWrite`, `StorageError`, and what `each` throws.
  func write(
    into result: inout AccountProducts.Result,
    _ each: @escaping (inout AccountProducts.Result, (FlaggedAccount) throws -> Void) throws -> Void
  ) throws {
    let keeper = keepsList ? try FlaggedKeeper() : nil
    let order = personalData.hidesOrder || isUnordered ? try FlaggedOrder() : nil
    var flagged = FlaggedAccounts(areShown: true)
    try FlaggedAccountsCSV().stream(to: folder) { row in
      func take(_ account: FlaggedAccount) throws {
        flagged.add(account)
        try row(account)
        try keeper?.add(account)
      }
      try each(&result) { account in
        var shown = account
        personalData.apply(to: &shown)
        if let order {
          try order.add(shown, by: personalData.hidesOrder ? shown.uid : account.uid)
        } else {
          try take(shown)
        }
      }
      try order?.forEach(take)
    }
    result.flagged = flagged
    if !flagged.holdsAll { result.list = try keeper?.finish() }
  }
}
