/// Takes normalised records from intake, one at a time, in the order of a source.
package protocol EvidenceSink {
  /// Decides what becomes of an account, and counts it.
  ///
  /// - Throws: `RecordRejection` for a second account with the same uid and different content.
  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening

  /// Takes an account that `screen` called in scope. Its texts are valid only until the call returns.
  mutating func accept(_ account: AccountSketch, at place: Place) throws

  /// Takes one record of any other kind.
  ///
  /// - Throws: `RecordRejection` for a record that cannot be evidence; any other error ends the run.
  mutating func accept(_ record: EvidenceRecord, at place: Place) throws
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
