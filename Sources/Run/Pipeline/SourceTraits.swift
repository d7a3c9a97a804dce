import Evidence
import Intake

/// What a run has to know of a source besides what its reading tells.
struct SourceTraits: Hashable, Codable, Sendable {
  var path: String
  /// It has no bytes.
  var isEmpty: Bool
  var isUnreadable: Bool
  /// Its content shows data that this version does not read.
  var holdsData: Bool
  /// What the user says of it.
  var kind: EvidenceKind?
  var mode: SourceMode?
  /// As `SourceSettings.entry`.
  var entry: String?
  /// The place of the entry that says which of its records count, as `relay-audit.yaml:7`; nil where none does.
  var choice: String?
  /// What its reading depends on besides its bytes, as a digest.
  var mapping: String
  var locators: Locators

  init(_ source: RecognisedSource) {
    let settings = source.file.settings
    path = source.file.path
    isEmpty = source.outcome == .empty
    isUnreadable = source.isUnreadable
    holdsData = source.holdsData
    (kind, mode, entry) = (settings.kind, settings.mode, settings.entry)
    let chooses = !settings.record.filters.isEmpty || settings.record.pattern != nil
    choice = chooses ? settings.record.place(of: "") ?? path : nil
    mapping = settings.mapping
    locators = source.locators
  }
}
