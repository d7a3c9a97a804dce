import Evidence
import Reporting

/// What a run makes of its accounts alone, beside their verdicts: the store keeps them, and `flagged-accounts.csv` lists
/// those that are flagged.
struct AccountProducts: @unchecked Sendable {
  struct Result: Sendable {
    var flagged: FlaggedAccounts
    var timer: PassTimer
  }

  let session: EvidenceSession
  let folder: ReportFolder
  let personalData: PersonalData

  /// May work beside the thread of the session, once its accounts are complete.
  func make() throws -> Result {
    var timer = PassTimer()
    try timer.time("keeping accounts") { try session.keepAccounts() }
    return try session.readAlongside { directory in
      let flagged = FlaggedAccounts(
        count: try directory.flaggedAccountCount(),
        first: try directory.firstFlaggedAccounts(FlaggedAccounts.shown).map(flagged))
      try timer.time("flagged accounts", rows: { flagged.count }) {
        try FlaggedAccountsCSV.write(to: folder) { write in
          try directory.forEachFlaggedAccount { try write(self.flagged($0)) }
        }
      }
      return Result(flagged: flagged, timer: timer)
    }
  }

  private func flagged(_ account: EvidenceDirectory.FlaggedAccount) -> FlaggedAccount {
    personalData.applied(
      to: FlaggedAccount(
        uid: account.uid, email: account.relayAddress, relayDomain: account.relayDomain, providers: account.providers,
        firstSeen: account.firstSeen))
  }
}
