import History
import Judgement
import Reporting
import Storage
import Vocabulary

/// Tells which names of waivers the findings of kept reports have.
///
/// A kept report shows names masked or hashed, and many look alike once they are masked. So what stands in it is never
/// held against a waiver's text: the waiver's names are held against the uid of the account and the keyed hash of what
/// was masked, both of which the store has. A masked name without a hash, which an older version left, fits no waiver
/// until the finding is judged again.
struct KeptNames {
  private let rules: Set<String>
  private let names: FindingHistory.Names
  /// The waivers' names by their keyed hashes.
  private let byHash: [String: String]
  /// The same by what a report with hashed personal data has in their places. A waiver that gives a masked text is not
  /// among them: the report may have the hash of that text, left by one that masked it first.
  private let byShown: [String: String]

  /// - Throws: `StorageError`.
  init(_ waivers: Waivers, in store: Connection) throws {
    // Without a key nothing was hashed.
    let data = try StoreSettings.knownPersonalDataKey(in: store).map { PersonalData(mode: .hashed, key: $0) }
    var rules: Set<String> = []
    var (byHash, byShown): ([String: String], [String: String]) = ([:], [:])
    for entry in waivers.entries {
      guard case .rule(let rule, let uid, let object) = entry.scope else { continue }
      rules.insert(rule)
      guard let data else { continue }
      for name in [uid, object].compactMap({ $0 }) {
        byHash[data.hash(name)] = name
        guard !name.isMasked else { continue }
        byShown[data.hash(name)] = name
        // In an object, a report may have hashed the addresses and numbers alone.
        byShown[data.object(name)] = name
      }
    }
    self.rules = rules
    names = try FindingHistory.Names(in: store)
    (self.byHash, self.byShown) = (byHash, byShown)
  }

  /// A kept finding as waivers know it, by its own id; nil stands for a name that no waiver has.
  ///
  /// - Throws: `StorageError`.
  func finding(_ finding: Report.Finding) throws -> Waivers.Finding {
    // A report may have 100,000 of other rules.
    guard rules.contains(finding.rule) else {
      return Waivers.Finding(id: finding.id, rule: finding.rule, uid: nil, object: nil)
    }
    let (uid, hidden) = try names.of(finding.id)
    return Waivers.Finding(
      id: finding.id, rule: finding.rule, uid: uid ?? name(shownAs: finding.subject.uid, hidden.uid),
      object: name(shownAs: finding.object, hidden.object))
  }

  private func name(shownAs shown: String?, _ hash: String?) -> String? {
    if let hash { return byHash[hash] }
    guard let shown else { return nil }
    return byShown[shown] ?? (shown.isMasked ? nil : shown)
  }
}
