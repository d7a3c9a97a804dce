import Evidence
import History
import Reporting

/// What a run makes of its accounts alone, beside verdicts: the store's accounts, and `flagged-accounts.csv`.
///
/// # Safety
/// Sendable although the session is not: whoever calls `make` owns the store, and reads the run files through
/// `readAlongside`, which has a connection of its own.
struct AccountProducts: @unchecked Sendable {
  struct Result: Sendable {
    /// With personal data as in the evidence: `PersonalData.apply(to:)` covers them as a part of the report.
    var flagged = FlaggedAccounts()
    var anonymizedAccounts = 0
    /// How many present accounts have an Apple credential and no address at all.
    var anonymityUnknown = 0
    /// How many present accounts have a relay address, by its domain.
    var byRelayDomain: [String: Int] = [:]
    var timer = PassTimer()
  }

  let session: EvidenceSession
  let timelines: TimelineRemoval
  let folder: ReportFolder
  let personalData: PersonalData

  /// To be called after `EvidenceSession.finishAccounts`, on any thread.
  func make() throws -> Result {
    var result = Result()
    var timer = PassTimer()
    try timer.time("keeping accounts") { try session.keepAccounts() }
    try timer.time("timelines of the run before") { try timelines.run() }
    try session.readAlongside { directory in
      try timer.time("flagged accounts", rows: { result.flagged.count }) {
        try FlaggedAccountsCSV().stream(to: folder) { row in
          result.anonymityUnknown = try directory.forEachFlaggedAccount { found in
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
