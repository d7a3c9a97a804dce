import Timestamps

/// A record of one kind, as `EvidenceSession` takes it in.
protocol KindRecord: Hashable, Codable, Sendable {
  associatedtype Writer: RecordWriter where Writer.Record == Self

  static var kind: EvidenceKind { get }

  /// Whether the records name a person: coverage then counts those whose person is known.
  static var namesPersons: Bool { get }

  /// Whether an account is in scope because a record names it. False for kinds that mostly name people without an Apple
  /// credential, such as consents.
  static var bringsIntoScope: Bool { get }

  /// Whether names are stored as texts besides their keys, to describe a person whom no export shows.
  static var keepsNames: Bool { get }

  /// Whether a record means everybody who bears its names, and not one account: what Apple says of a person holds for
  /// all accounts of that person.
  static var meansEveryBearer: Bool { get }

  /// Which of its records are remembered for later runs.
  static var remembrance: Remembrance { get }

  /// The record's own time, for coverage.
  var time: Timestamp? { get }

  /// Whom the record is about.
  var person: Subject? { get }

  /// The deletion request that the record names.
  var namedRequest: String? { get }

  /// A name other than a uid does not mean an account that was created after this time.
  var createdBefore: Timestamp? { get }

  /// The signed token that the record came as.
  var signedToken: SignedToken? { get }

  /// False where the token has a problem: the record is then no evidence of what it says.
  var isBelieved: Bool { get }

  /// An address that Apple calls private.
  var privateEmail: String? { get }

  /// Whether it says that Apple hides the person's address: by `is_private_email`, or by naming the person by a relay
  /// address.
  func saysPrivate(_ hosts: RelayHosts) -> Bool

  /// Of records with the same identity only the first counts. Each identity is remembered, so it is for kinds with few
  /// records; nil for the others, whose repetitions are found by content once all is read.
  ///
  /// - Parameter content: the record's own hash.
  func identity(content: Int) -> Int?

  /// Joins, in the scope, names that mean the same person.
  func join(in scope: AccountScope)

  /// Adds what ties the record to others besides its person, its request and a private address.
  func addRelations(to names: inout SharedNames)
}

/// Which records of a kind memory keeps (docs/contract.md, section 4).
enum Remembrance: Sendable {
  /// A snapshot: each run has its own.
  case never
  /// All that is stored, whomever it names: the person may come into scope later.
  case always
}

extension KindRecord {
  /// Of `Writer`.
  static var table: RunTable? { Writer.table }
  static var namesPersons: Bool { true }
  static var bringsIntoScope: Bool { true }
  static var keepsNames: Bool { true }
  static var meansEveryBearer: Bool { false }
  static var remembrance: Remembrance { .always }
  var person: Subject? { nil }
  var namedRequest: String? { nil }
  var createdBefore: Timestamp? { nil }
  var signedToken: SignedToken? { nil }
  var isBelieved: Bool { true }
  var privateEmail: String? { nil }
  func saysPrivate(_ hosts: RelayHosts) -> Bool { person?.isPrivateEmail == true }
  func identity(content: Int) -> Int? { nil }
  func join(in scope: AccountScope) {}
  func addRelations(to names: inout SharedNames) {}
}
