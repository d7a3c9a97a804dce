import Evidence
import Foundation
import History
import Reporting

/// What a run makes of its accounts alone, beside verdicts: the store's accounts, and `flagged-accounts.csv`.
///
/// # Safety
/// Sendable although the session is not: whoever calls `make` owns the store, and reads the run files through
/// `readAlongside`, which has a connection of its own.
struct AccountProducts: @unchecked Sendable {
  struct Result: Sendable {
    /// With personal data as the report shows it.
    var flagged = FlaggedAccounts(areShown: true)
    var anonymizedAccounts = 0
    /// How many present accounts have an Apple credential and no address at all.
    var anonymityUnknown = 0
    /// How many present accounts have a relay address, by its domain.
    var byRelayDomain: [String: Int] = [:]
    /// All flagged accounts, where they are more than the report holds.
    var list: KeptList?
    var timer = PassTimer()
  }

  /// A `FlaggedList` for the store.
  struct KeptList: Sendable {
    var parts: [FlaggedPart]
    /// The hash of the list before it was cut into parts, as lower-case hex.
    var sha256: String
  }

  let session: EvidenceSession
  let timelines: TimelineRemoval
  let folder: ReportFolder
  /// False in a run that leaves nothing behind.
  let keepsList: Bool
  let personalData: PersonalData

  /// To be called after `EvidenceSession.finishAccounts`, on any thread.
  func make() throws -> Result {
    var result = Result()
    var timer = PassTimer()
    try timer.time("keeping accounts") { try session.keepAccounts() }
    try timer.time("timelines of the run before") { try timelines.run() }
    try session.readAlongside { directory in
      try timer.time("flagged accounts", rows: { result.flagged.count }) {
        let list = FlaggedWriting(folder: folder, keepsList: keepsList, personalData: personalData)
        try list.write(into: &result) { result, take in try directory.countFlagged(into: &result, take) }
      }
    }
    result.timer = timer
    return result
  }
}

extension EvidenceDirectory {
  /// Passes each flagged account to `body`, in order of uid, with its personal data in the clear, and counts them.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  func countFlagged(into result: inout AccountProducts.Result, _ body: (FlaggedAccount) throws -> Void) throws {
    var (anonymized, domains) = (0, [String: Int]())
    result.anonymityUnknown = try forEachFlaggedAccount { found in
      if found.isAnonymized { anonymized += 1 }
      if let domain = found.relayDomain { domains[domain, default: 0] += 1 }
      try body(
        FlaggedAccount(
          uid: found.uid, email: found.relayAddress, relayDomain: found.relayDomain, providers: found.providers,
          firstSeen: found.firstSeen))
    }
    (result.anonymizedAccounts, result.byRelayDomain) = (anonymized, domains)
  }
}
