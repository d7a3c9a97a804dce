import Foundation
import History
import Reporting
import Storage

/// All flagged accounts of a past run, where they are more than its report holds.
struct PastFlaggedAccounts {
  private let list: Data
  private let personalData: PersonalData?
  private let run: RunRecord

  /// - Parameter personalData: what the list is to be brought to; nil for the form in which it is kept.
  /// - Returns: nil where the store keeps none.
  init?(of run: RunRecord, _ personalData: PersonalData?, in store: Connection) throws {
    guard let parts = try RunHistory.flagged(of: run.number, in: store) else { return nil }
    guard let list = try? parts.list() else { throw Self.damage(of: run) }
    self.list = list
    self.personalData = personalData
    self.run = run
  }

  /// Writes `flagged-accounts.csv`.
  func write(to folder: ReportFolder) throws {
    do {
      let order = personalData?.hidesOrder == true ? try FlaggedOrder() : nil
      try FlaggedAccountsCSV().stream(to: folder) { row in
        try FlaggedList.read(list) { account in
          var account = account
          personalData?.apply(to: &account)
          if let order { try order.add(account, by: account.uid) } else { try row(account) }
        }
        try order?.forEach(row)
      }
    } catch is FlaggedList.Malformed {
      throw Self.damage(of: run)
    }
  }

  private static func damage(of run: RunRecord) -> UserError {
    UserError(
      .unusableData, "the list of flagged accounts of \(run.name) is damaged in the store",
      remedy: "restore the store from a backup")
  }
}
