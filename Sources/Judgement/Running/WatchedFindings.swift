/// The findings of which a run has to know whether their subjects pass now: those of the run before, and those of a
/// baseline. A pass of anybody else is counted and no more.
package struct WatchedFindings: Sendable {
  /// Whom a finding is about, as far as that is known.
  package enum Person: Sendable {
    /// The account's number in the store.
    case account(Int64)
    /// No export ever showed the person, or the finding is about nobody.
    case withoutAccount
    case unknown
  }

  struct OfRule: Sendable {
    var ids: Set<String> = []
    private var accounts: Set<Int64> = []
    private var hasOthers = false
    private var isAnybody = false

    fileprivate mutating func add(_ id: String, about person: Person) {
      ids.insert(id)
      switch person {
      case .account(let account): accounts.insert(account)
      case .withoutAccount: hasOthers = true
      case .unknown: isAnybody = true
      }
    }

    /// Whether the pass of that account may be one that is watched for.
    func mayBeAbout(_ account: Int64?) -> Bool {
      if isAnybody { return true }
      if let account, account > 0 { return accounts.contains(account) }
      return hasOthers
    }
  }

  private var rules: [String: OfRule] = [:]

  package init() {}

  package mutating func add(_ id: String, rule: String, about person: Person) {
    rules[rule, default: OfRule()].add(id, about: person)
  }

  /// Nil where nothing of the rule is watched.
  func of(_ rule: String) -> OfRule? { rules[rule] }
}
