import Crypto
package import Foundation

/// How the store knows the names of persons whom it was told to forget: by keyed hashes, from which nobody without the
/// store's key can tell a name.
package struct ForgottenHash: Sendable {
  private let key: SymmetricKey
  private let tagKey: UInt64

  /// - Parameter key: 32 random bytes.
  package init(key: Data) {
    self.key = SymmetricKey(data: key)
    tagKey = HMAC<SHA256>.authenticationCode(for: Data("tag".utf8), using: self.key).prefix(8)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Something by which evidence knows a person.
  package enum Name: Hashable, Sendable {
    /// The bits of a `SubjectKey`.
    case key(UInt64)
    /// Of an account among all of a project: its uid and tenant.
    case account(UInt64)
    case request(String)
  }

  /// 16 bytes.
  package func callAsFunction(_ name: Name) -> Data {
    let text =
      switch name {
      case .key(let bits): "key \(bits)"
      case .account(let bits): "account \(bits)"
      case .request(let id): "request \(id)"
      }
    return Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key).prefix(16))
  }

  /// How many tags there are.
  static let tags = 1 << 20

  /// A few bits of a keyed hash. They rule out nearly every name that is none of those forgotten, in a hundredth of the
  /// time of a hash; a night may have ten million names.
  package func tag(_ name: Name) -> Int64 {
    switch name {
    case .key(let bits), .account(let bits): Int64(((bits ^ tagKey).mixed &* (tagKey | 1)) >> 44)
    case .request: 0
    }
  }
}

/// The persons of a project whom the store was told to forget, without their names (docs/contract.md, section 9).
package struct ForgottenPersons: Sendable {
  package struct Person: Sendable {
    package var id: Int64
    package var tenant: String?
    /// Milliseconds.
    package var forgottenAt: Int64
    /// Whether exports had shown an account.
    package var hadAccount: Bool
    /// The account as which an export showed the person again; nil where none did, and where another part of the people
    /// has the account.
    package var account: Int64?
    /// Whether an export shows the person again as an account that another part of the people has.
    fileprivate(set) var isShownElsewhere = false

    package init(id: Int64, tenant: String?, forgottenAt: Int64, hadAccount: Bool, account: Int64?) {
      self.id = id
      self.tenant = tenant
      self.forgottenAt = forgottenAt
      self.hadAccount = hadAccount
      self.account = account
    }

    /// Whether no export showed the person again.
    var isHidden: Bool { account == nil && !isShownElsewhere }
  }

  /// A name of a person.
  package struct Entry: Sendable {
    package var person: Int64
    /// Whether another account bore it as well when the person was forgotten.
    package var isShared: Bool

    package init(person: Int64, isShared: Bool) {
      self.person = person
      self.isShared = isShared
    }
  }

  private let hash: ForgottenHash?
  package private(set) var persons: [Int64: Person] = [:]
  private var entries: [Data: [Entry]] = [:]
  private var hasTag: [Bool] = []

  /// A list that contains nobody.
  package init() { hash = nil }

  package init(key: Data, persons: [Person]) {
    hash = ForgottenHash(key: key)
    self.persons = Dictionary(persons.map { ($0.id, $0) }) { first, _ in first }
    hasTag = Array(repeating: false, count: ForgottenHash.tags)
    // Of requests, which have no other.
    hasTag[0] = true
  }

  package mutating func add(_ entry: Entry, hash: Data, tag: Int64) {
    entries[hash, default: []].append(entry)
    if hasTag.indices.contains(Int(tag)) { hasTag[Int(tag)] = true }
  }

  package var isEmpty: Bool { persons.isEmpty }

  /// Whose name it is.
  func bearers(of name: ForgottenHash.Name) -> [(person: Person, isShared: Bool)] {
    guard let hash, hasTag[Int(hash.tag(name))], let found = entries[hash(name)] else { return [] }
    return found.compactMap { entry in persons[entry.person].map { ($0, entry.isShared) } }
  }

  /// Whether it is a name of somebody whom no export shows, and of nobody else.
  func isHidden(_ name: ForgottenHash.Name) -> Bool {
    bearers(of: name).contains { $0.person.isHidden && !$0.isShared }
  }

  /// By the account as which an export showed a person again, when the person was forgotten; milliseconds.
  var byAccount: [Int64: Int64] {
    Dictionary(
      persons.values.compactMap { person in person.account.map { ($0, person.forgottenAt) } }, uniquingKeysWith: max)
  }

  /// An export shows the person again.
  mutating func setAccount(_ account: Int64, of person: Int64) { persons[person]?.account = account }

  /// An export shows the person again, as an account that may be in another part of the people: its number is nobody's
  /// here, or somebody else's.
  mutating func setShownElsewhere(_ person: Int64) { persons[person]?.isShownElsewhere = true }
}

extension ForgottenPersons.Person {
  /// Stands for the person where evidence is matched with accounts.
  var number: Int64 { Self.firstNumber + id }

  /// Beyond the number of any account. Numbers that are not positive stand for whoever is out of scope, or is known
  /// from evidence alone.
  private static let firstNumber = Int64.max / 2

  /// In SQL: whether the number of an account stands for a forgotten person.
  static func isForgotten(_ account: String) -> String { "\(account) >= \(firstNumber)" }

  static func id(ofNumber number: Int64) -> Int64 { number - firstNumber }
  static func isForgotten(_ number: Int64) -> Bool { number >= firstNumber }
}

extension SharedNames {
  /// Ties what bears a name of a forgotten person to all else that does: whether the person is still forgotten depends
  /// on all of it together.
  ///
  /// - Parameter record: of which these are the names; nil for an account.
  package mutating func tie(_ forgotten: ForgottenPersons, of record: EvidenceRecord? = nil) {
    tie(forgotten, requests: record?.base.namedRequest.map { [$0] } ?? [])
  }

  /// The same for what the store knows.
  ///
  /// - Parameter requests: the ids of deletion requests among the names.
  package mutating func tie(_ forgotten: ForgottenPersons, requests: [String]) {
    guard !forgotten.isEmpty else { return }
    var bearers = all.flatMap { forgotten.bearers(of: .key($0)) + forgotten.bearers(of: .account($0)) }
    for request in requests { bearers += forgotten.bearers(of: .request(request)) }
    for (person, _) in bearers { add("forgotten", String(person.id)) }
  }
}

/// What a run's sources show of forgotten persons.
package struct ForgottenFound: Sendable {
  /// Records of persons whom no export of the run shows: they were neither judged nor remembered.
  package struct Records: Codable, Hashable, Sendable {
    package var path: String
    package var kind: EvidenceKind
    /// The refs of their first parts: where people are cut into parts, the statements of one record may lie in several.
    package var places: Set<Int64>

    package var count: Int { places.count }
  }

  /// In order of path and kind.
  package internal(set) var records: [Records] = []
  /// Of each person whom an export of the run shows again, by the person's id, when the person was forgotten;
  /// milliseconds.
  package internal(set) var back: [Int64: Int64] = [:]
  /// The ids of those whom no earlier export showed again, and this run's do under the uid of before.
  var shown: Set<Int64> = []
  var persons = ForgottenPersons()

  /// Whether a text is a name of somebody who was forgotten, and whom no export of the run shows.
  package func isName(_ text: String) -> Bool {
    guard !persons.isEmpty else { return false }
    let keys =
      [SubjectKey(uid: text), SubjectKey(appleSub: text), SubjectKey(email: text), SubjectKey(emailSHA256: text)]
      + (text.contains(where: \.isNumber) ? [SubjectKey(phone: text)] : [])
    return (keys.map { .key($0.bits) } + [.request(text)]).contains(where: persons.isHidden)
  }
}
