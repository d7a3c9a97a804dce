package import Evidence
package import Timestamps

/// The result of reading one source.
package struct SourceSummary: Hashable, Codable, Sendable {
  package var path: String
  /// Nil where the file was not recognised.
  package var kind: EvidenceKind?
  package var format: String?
  /// Why the format was chosen, or why none was: a sentence.
  package var why: String
  /// Of the file as it is on disk.
  package var sha256 = ""
  package var bytes: Int64 = 0
  /// Records that were used. Duplicates and rejects are not among them.
  package var records: Int64 = 0
  package var duplicates: Int64 = 0
  package var rejected: Int64 = 0
  /// Records that the mapping excludes: by `where`, or as lines that do not match `pattern`.
  package var skipped: Int64 = 0
  /// Columns of `where` that no record has, where that alone left records out.
  package var filtersUnseen: [String] = []
  /// Valid records that are not evidence of the kind, such as requests for access among those for deletion: how many,
  /// by reason.
  package var ignored: [String: Int64] = [:]
  /// The file ends before its records do, or the rest of it cannot be read.
  package var isTruncated = false
  /// It holds selected accounts only, so the absence of an account proves nothing.
  package var isSelection = false
  /// For a file of pages: how many are the last of a list, and how many name a next page.
  package var lastPages = 0
  package var pagesNamingNext = 0
  /// For a file of pages: the number of records that the pages state; nil if none does.
  package var statedRecords: Int64?
  /// For a file of pages: the tenant of the first account, empty if it has none; nil without an account.
  package var tenantOfPages: String?
  /// The file could not be opened or read at all.
  package var isInaccessible = false
  /// The first rejects, as many as `IntakeOptions.rejectLimit`.
  package var rejects: [Reject] = []
  /// The persons whom rejected records name; empty if more than 1 % of the records were rejected.
  package var rejectedNames = RejectedNames()
  package var capture: Capture
  /// The time of capture is a modification time from just before the run, which for a copy means nothing.
  package var isFreshFile = false
  /// The path of the later copy that was read in its place, or words for it. This one was only hashed.
  package var supersededBy: String?
  /// For accounts only.
  package var generation: ExportGeneration?
  /// Whether the format carries tenants: an export of the Firebase CLI never has their accounts.
  package var showsTenants = false
  /// The earliest and the latest of the records' own times.
  package var firstTime: Timestamp?
  package var lastTime: Timestamp?
  /// The units in which times were read, in order of first use.
  package var timeUnits: [TimeUnit] = []
  package var columnsUsed: [String] = []
  /// Columns that the format does not know. Their values are kept as detail, unless they look like secrets.
  package var columnsIgnored: [String] = []
  /// Columns that look like a decision, but are not mapped (docs/contract.md, section 4).
  package var undecided: [String] = []
  /// By our column, a column that the configuration maps to it and that no record has.
  package var unfound: [String: String] = [:]
  /// For a workbook: one sentence for each sheet that was not read.
  package var sheetsLeftOut: [String] = []
  /// The first records as they were understood, where a mapping is in force.
  package var examples: [MappedRecord] = []
  package var mappingUse: MappingUse?
  /// Keys, client secrets and tokens found in it.
  package var secrets: [ExposedSecret] = []
  /// Why the file, or the rest of it, could not be read; it is among the rejects as well.
  package var fileError: String?

  package init(path: String, kind: EvidenceKind?, format: String?, why: String, capture: Capture) {
    self.path = path
    self.kind = kind
    self.format = format
    self.why = why
    self.capture = capture
  }

  static let otherProvider = "the sign-in is with another provider"

  /// Records that are left out for what they are about: by the mapping, or as tokens of other providers.
  package var leftOut: Int64 { skipped + (ignored[Self.otherProvider] ?? 0) }

  package var capturedAt: Timestamp { capture.time }
  package var capturedFrom: Capture.Origin { capture.origin }
  package var isSuperseded: Bool { supersededBy != nil }

  /// The summary of the same file if its records count for nothing.
  ///
  /// - Parameter later: what counts in their place.
  package func superseded(by later: String) -> SourceSummary {
    var summary = SourceSummary(path: path, kind: kind, format: format, why: why, capture: capture)
    (summary.sha256, summary.bytes, summary.supersededBy) = (sha256, bytes, later)
    return summary
  }
}

/// One record, or one stretch of a file, that was not used.
package struct Reject: Hashable, Codable, Sendable {
  /// `line 3`, `record 7`, or `file`.
  package var locator: String
  package var reason: String

  package init(locator: String, reason: String) {
    self.locator = locator
    self.reason = reason
  }
}
