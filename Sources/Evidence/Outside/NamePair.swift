/// An account out of scope and a name that it bears, both by their keys: neither the account nor the name is kept.
package struct NamePair: Hashable, Sendable {
  /// As `stored_account.uid_key`.
  package var account: UInt64
  /// The bits of a `SubjectKey`.
  package var name: UInt64

  package init(account: UInt64, name: UInt64) {
    self.account = account
    self.name = name
  }

  /// Stands for no name: an account that bears none is noted with it.
  static let nameless: UInt64 = 0

  /// How many parts pairs are divided into, so that no more than one part has to be in memory.
  package static let bucketCount = 256

  var bucket: Int { Self.bucket(of: account) }

  /// By the highest bits of the account's key.
  package static func bucket(of account: UInt64) -> Int { Int(account >> 56) }

  /// The key of an account among all of a project.
  package static func account(uid: String, tenant: String?) -> UInt64 {
    let uid = SubjectKey(uid: uid).bits
    guard let tenant else { return AccountKeys.key(uid: uid, tenant: nil) }
    return NormalText.withBytes(tenant) { AccountKeys.key(uid: uid, tenant: $0) }
  }
}

/// What a run noted of the names of accounts out of scope, in one bucket, compared with the run whose exports were
/// captured before its own.
package struct NameNote: Sendable {
  package enum Event: Int64, Sendable {
    /// The run saw the account with the name, and the one before did not.
    case borne = 0
    /// The run saw the account without the name, or in scope, or not at all.
    case ended = 1
  }

  package var run: Int64
  package var event: Event
  package var pairs: [NamePair]

  package init(run: Int64, event: Event, pairs: [NamePair]) {
    self.run = run
    self.event = event
    self.pairs = pairs
  }
}

/// A run that noted the names of accounts out of scope.
package struct NamingRun: Sendable {
  package var number: Int64
  /// Milliseconds.
  package var capturedFrom: Int64
  package var capturedTo: Int64
  package var isComplete: Bool
  package var shows: Shows

  package init(number: Int64, capturedFrom: Int64, capturedTo: Int64, isComplete: Bool, shows: Shows) {
    self.number = number
    self.capturedFrom = capturedFrom
    self.capturedTo = capturedTo
    self.isComplete = isComplete
    self.shows = shows
  }

  /// What exports could show: names are missing for sure only from exports that could show the same.
  package struct Shows: Hashable, Sendable {
    /// As `Snapshot.formats`.
    package var formats: String
    /// Whether they could show Apple's credentials.
    package var apple: Bool

    package init(formats: String, apple: Bool) {
      self.formats = formats
      self.apple = apple
    }
  }
}
