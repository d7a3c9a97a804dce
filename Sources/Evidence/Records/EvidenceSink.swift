/// Takes normalised records from intake, one at a time, in the order of a source.
package protocol EvidenceSink {
  /// Says what becomes of an account, and counts it.
  ///
  /// - Throws: `RecordRejection` for a second account with the same uid and other content.
  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening

  /// Takes an account that `screen` called in scope, from a reader that makes no record of it.
  mutating func accept(_ account: AccountSketch, at place: Place) throws

  /// Takes one record. An account comes here only after `screen` called it in scope.
  ///
  /// - Throws: `RecordRejection` for a record that cannot be evidence; any other error ends the run.
  mutating func accept(_ record: EvidenceRecord, at place: Place) throws
}

extension EvidenceSink {
  package mutating func accept(_ account: AccountSketch, at place: Place) throws {
    try accept(.account(AccountRecord(account)), at: place)
  }
}

package enum Screening: Hashable, Sendable {
  /// To be stored: has an Apple credential, a relay address or look-alike, or is named by other evidence.
  case inScope
  /// Counted, and nothing else.
  case outOfScope
  /// Read before with the same content; it counts once.
  case duplicate
}

/// Why one record is not used. The reason is a sentence without personal data.
package struct RecordRejection: Error, Hashable, Sendable {
  package var reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
