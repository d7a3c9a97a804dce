import Evidence
import Intake
import Reporting

/// One input file, as this run read it.
struct AuditedSource {
  var facts: SourceFacts
  var summary: SourceSummary

  /// Where a record stands: `line 7`, `record 12`, or `file` for the source as a whole.
  func locator(_ place: Place) -> String {
    place.number == 0 ? "file" : summary.locator(place.number)
  }

  var reportSource: Report.Source {
    Report.Source(
      path: facts.path, kind: facts.kind?.rawValue, format: facts.format, sha256: summary.sha256, bytes: summary.bytes,
      records: facts.records, rejected: facts.rejected, truncated: facts.isTruncated, capturedAt: facts.capturedAt,
      rejects: summary.rejects.map { Report.Reject(locator: $0.locator, reason: $0.reason) })
  }
}
