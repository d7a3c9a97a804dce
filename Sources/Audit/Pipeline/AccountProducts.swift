import Evidence
import Reporting

/// What a run makes of its accounts beside their verdicts: the store keeps them in place of what it knew, and
/// `flagged-accounts.csv` lists the flagged ones.
///
/// # Safety
/// `make` is called once, on a thread other than the session's. It begins when the session's accounts are complete, and
/// until it returns no other thread uses the store's connection or the timelines. The session's other parts are read
/// through the connection that `readAlongside` provides.
struct AccountProducts: @unchecked Sendable {
  struct Result: Sendable {
    /// With personal data as in the evidence: `PersonalData.apply(to:)` covers them as a part of the report.
    var flagged = FlaggedAccounts()
    var anonymizedAccounts = 0
    /// How many present accounts have a relay address, by its domain.
    var byRelayDomain: [String: Int] = [:]
    var timer = PassTimer()
  }

  let session: EvidenceSession
  let timelines: TimelineRemoval
  let folder: ReportFolder
  let personalData: PersonalData

  func make() throws -> Result {
    var result = Result()
    var timer = PassTimer()
    try timer.time("keeping accounts") { try session.keepAccounts() }
    try timer.time("timelines of the run before") { try timelines.run() }
    try session.readAlongside { directory in
      try timer.time("flagged accounts", rows: { result.flagged.count }) {
        try FlaggedAccountsCSV().stream(to: folder) { row in
          try directory.forEachFlaggedAccount { found in
            if found.isAnonymized { result.anonymizedAccounts += 1 }
            if let domain = found.relayDomain { result.byRelayDomain[domain, default: 0] += 1 }
            var account = FlaggedAccount(
              uid: found.uid, email: found.relayAddress, relayDomain: found.relayDomain, providers: found.providers,
              firstSeen: found.firstSeen)
            result.flagged.add(account)
            personalData.apply(to: &account)
            try row(account)
          }
        }
      }
    }
    result.timer = timer
    return result
  }
}
