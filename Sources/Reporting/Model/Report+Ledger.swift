package import Timestamps

extension Report {
  /// The place of the run's entry in the ledger.
  package struct Ledger: Hashable, Sendable {
    /// The number of the entry, from 1.
    package var number: Int
    /// The number and the entry's SHA-256, as in `12:3f…`.
    package var head: String
    /// The head before; nil where the entry is the first.
    package var previous: String?
    /// SHA-256 of `report.json` with `ledger` null, as the entry has it. Not in `report.json`.
    package var reportSHA256: String

    package init(number: Int, head: String, previous: String?, reportSHA256: String) {
      self.number = number
      self.head = head
      self.previous = previous
      self.reportSHA256 = reportSHA256
    }
  }

  /// Somebody's acceptance of the report.
  package struct SignOff: Hashable, Sendable {
    /// Nil, as the note, where it was removed together with a person who had to be forgotten.
    package var name: String?
    package var note: String?
    package var at: Timestamp
    /// Whether it has a signature, which `verify --allowed-signers` checks.
    package var isSigned: Bool

    package init(name: String?, note: String?, at: Timestamp, isSigned: Bool) {
      self.name = name
      self.note = note
      self.at = at
      self.isSigned = isSigned
    }
  }
}
