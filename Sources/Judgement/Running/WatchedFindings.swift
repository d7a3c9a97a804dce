/// The findings of which a run has to know whether their subjects pass now: those of the run before, and those of a
/// baseline. A pass of anybody else is counted and no more.
package struct WatchedFindings: Sendable {
  /// Whom a finding is about, as far as that is known.
  package enum Person: Sendable {
    /// The account's number in the store.
    case account(Int64)
    /// Nobody, or somebody whom no export had shown, and who may have a new account by now.
    case withoutAccount
    case unknown
  }

  struct OfRule: Sendable {
    /// A bit for each account, 64 to a word: there may be a million.
    private var accounts: [Int64: UInt64] = [:]
    private var hasOthers = false
    private var isAnybody = false
    private let firstNew: Int64
    fileprivate var isWatched: @Sendable (String) throws -> Bool

    fileprivate init(firstNew: Int64, _ isWatched: @escaping @Sendable (String) throws -> Bool) {
      self.firstNew = firstNew
      self.isWatched = isWatched
    }

    fileprivate mutating func add(_ person: Person) {
      switch person {
      case .account(let account): accounts[account >> 6, default: 0] |= 1 << UInt64(account & 63)
      case .withoutAccount: hasOthers = true
      case .unknown: isAnybody = true
      }
    }

    /// Whether the pass of that account may be one that is watched for.
    func mayBeAbout(_ account: Int64?) -> Bool {
      if isAnybody { return true }
      guard let account, account > 0, account < firstNew else { return hasOthers }
      return accounts[account >> 6].map { $0 >> UInt64(account & 63) & 1 == 1 } ?? false
    }

    /// Whether a finding of this id is watched.
    func holds(_ id: String) throws -> Bool { try isWatched(id) }
  }

  private var rules: [String: OfRule] = [:]
  private let firstNew: Int64
  private let isWatched: @Sendable (String) throws -> Bool

  /// - Parameters:
  ///   - firstNew: the first number that no account had before the run.
  ///   - isWatched: whether a finding of this id is one of those that are added.
  package init(
    firstNew: Int64 = 1, _ isWatched: @escaping @Sendable (String) throws -> Bool = { _ in false }
  ) {
    self.firstNew = firstNew
    self.isWatched = isWatched
  }

  package mutating func add(rule: String, about person: Person) {
    rules[rule, default: OfRule(firstNew: firstNew, isWatched)].add(person)
  }

  /// Nil where nothing of the rule is watched.
  func of(_ rule: String) -> OfRule? { rules[rule] }
}
