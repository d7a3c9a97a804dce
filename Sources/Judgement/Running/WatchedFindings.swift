/// The findings of which a run has to know whether their subjects pass now: those of the run before, and those of a
/// baseline. A pass of anybody else is counted and no more.
package struct WatchedFindings: Sendable {
  /// Whom a finding is about, as far as that is known.
  package enum Person: Sendable {
    /// The account's number in the store.
    case account(Int64)
    /// Nobody, somebody whom no export had shown, who may have any account by now, or somebody unknown.
    case anybody
  }

  struct OfRule: Sendable {
    /// A bit for each account, 64 to a word: there may be a million.
    private var accounts: [Int64: UInt64] = [:]
    private var isAnybody = false
    fileprivate var isWatched: @Sendable (String) throws -> Bool

    fileprivate init(_ isWatched: @escaping @Sendable (String) throws -> Bool) { self.isWatched = isWatched }

    fileprivate mutating func add(_ person: Person) {
      switch person {
      case .account(let account): accounts[account >> 6, default: 0] |= 1 << UInt64(account & 63)
      case .anybody: isAnybody = true
      }
    }

    /// Whether the pass of that account may be one that is watched for.
    func mayBeAbout(_ account: Int64?) -> Bool {
      if isAnybody { return true }
      guard let account, account > 0 else { return false }
      return accounts[account >> 6].map { $0 >> UInt64(account & 63) & 1 == 1 } ?? false
    }

    /// Whether a finding of this id is watched.
    func holds(_ id: String) throws -> Bool { try isWatched(id) }
  }

  private var rules: [String: OfRule] = [:]
  private let isWatched: @Sendable (String) throws -> Bool

  /// - Parameter isWatched: whether a finding of this id is one of those that are added.
  package init(_ isWatched: @escaping @Sendable (String) throws -> Bool = { _ in false }) { self.isWatched = isWatched }

  package mutating func add(rule: String, about person: Person) {
    rules[rule, default: OfRule(isWatched)].add(person)
  }

  /// Nil where nothing of the rule is watched.
  func of(_ rule: String) -> OfRule? { rules[rule] }
}
