import Evidence
import Intake
import Reporting

/// One input file, as this run read it.
struct AuditedSource {
  let facts: SourceFacts
  let summary: SourceSummary
  private let recognised: RecognisedSource

  /// - Parameter duplicates: records that repeat an earlier one, of this source or another; they count once.
  init(_ recognised: RecognisedSource, _ summary: SourceSummary, ordinal: SourceOrdinal, duplicates: Int) {
    self.recognised = recognised
    self.summary = summary
    // Intake knows the duplicates among accounts, evidence those among all other records.
    let counted = summary.kind == .accounts ? Int(summary.records) : Int(summary.records) - duplicates
    // An empty file says that there is nothing of a kind, if somebody says of which.
    let kind =
      summary.kind ?? (recognised.outcome == .empty || recognised.isUnreadable ? recognised.file.settings.kind : nil)
    // What cannot be read may be a part of the accounts: it must not count as their absence.
    let isLost = kind == nil && Self.holdsData(recognised.file.path) || kind == .accounts && summary.fileError != nil
    facts = SourceFacts(
      ordinal: ordinal, path: summary.path, kind: kind, format: summary.format, capturedAt: summary.capturedAt,
      records: max(0, counted), rejected: Int(summary.rejected), isTruncated: summary.isTruncated || isLost,
      generation: summary.generation, showsTenants: summary.showsTenants,
      secrets: summary.secrets)
  }

  /// By its name, a file of records, and no note or picture beside them.
  private static func holdsData(_ path: String) -> Bool {
    let path = path.lowercased()
    let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    // `users.gz` says nothing but that it is packed.
    if name != path, !name.split(separator: "/").suffix(1).joined().contains(".") { return true }
    return [".json", ".ndjson", ".jsonl", ".csv"].contains(where: name.hasSuffix)
  }

  /// As memory has to know it; nil where the file has no kind.
  var readSource: ReadSource? {
    facts.kind.map { kind in
      ReadSource(
        ordinal: facts.ordinal, path: facts.path, series: SourceSeries.name(of: facts.path), kind: kind,
        format: facts.format, sha256: summary.sha256, mapping: recognised.file.settings.mapping,
        capturedAt: facts.capturedAt, countsLines: recognised.countsLines, records: facts.records,
        firstTime: summary.firstTime, endsWhatItLacks: false)
    }
  }

  /// Whether anything in it could be read; an export without accounts can.
  var isUsable: Bool {
    summary.kind != nil && summary.fileError == nil && (summary.records > 0 || summary.rejected == 0)
  }

  /// What is wrong with it, in a few words.
  var problem: String {
    summary.fileError
      ?? (summary.kind == nil ? summary.why : summary.rejects.first.map { "\($0.locator): \($0.reason)" } ?? "")
  }

  /// Where a record stands: `line 7`, `record 12`, or `file` for the source as a whole.
  func locator(_ place: Place) -> String {
    place.number == 0 ? "file" : recognised.locator(place.number)
  }

  var reportSource: Report.Source {
    Report.Source(
      path: facts.path, kind: facts.kind?.rawValue, format: facts.format, sha256: summary.sha256, bytes: summary.bytes,
      records: facts.records, rejected: facts.rejected, truncated: summary.isTruncated, capturedAt: facts.capturedAt,
      rejects: summary.rejects.map { Report.Reject(locator: $0.locator, reason: $0.reason) })
  }
}
