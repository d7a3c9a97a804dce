package import Timestamps

/// A source of an earlier run of which not all could be read, and which no later one makes up for. What nobody has may
/// be among what was not read (docs/contract.md, section 4, "Rejected is not absent").
package struct EarlierDamage: Hashable, Sendable {
  package var path: String
  package var kind: EvidenceKind
  /// The number of the run that read it.
  package var run: Int64
  package var capturedAt: Timestamp
  /// Whether what was not read may be about anybody; if not, it is about those who are named.
  package var isAboutAnybody: Bool
  package var names: [RejectedName]

  package init(
    path: String, kind: EvidenceKind, run: Int64, capturedAt: Timestamp, isAboutAnybody: Bool, names: [RejectedName]
  ) {
    self.path = path
    self.kind = kind
    self.run = run
    self.capturedAt = capturedAt
    self.isAboutAnybody = isAboutAnybody
    self.names = names
  }

  /// A sentence, with the remedy.
  package var sentence: String {
    let whom = isAboutAnybody ? "anybody" : "the \(names.count == 1 ? "person" : "persons") whom they name"
    return """
      Run \(run) could not read all records of `\(path)` (\(kind.rawValue)), and no later file makes up for them. That a \
      record is missing proves nothing about \(whom). Supply the file again, corrected and whole.
      """
  }
}
