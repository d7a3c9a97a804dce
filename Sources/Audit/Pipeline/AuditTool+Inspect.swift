import Evidence
import Foundation
import Intake
import Timestamps

extension AuditTool {
  /// Says what each file is, without judging anything.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func inspect(
    _ options: AuditOptions, asJSON: Bool, diagnostics: Diagnostics
  ) throws -> String {
    let inputs = try Inputs(try AuditSettings(options))
    var sink = CountingSink()
    let summaries = try inputs.sources.enumerated().map { ordinal, source in
      try inputs.reader.read(source, ordinal: ordinal, into: &sink)
    }
    for skipped in inputs.skipped where skipped.isProblem {
      diagnostics.warning("\(skipped.path) is not read: \(skipped.reason)")
    }
    return asJSON ? try json(summaries, inputs.skipped) : text(summaries, inputs.skipped)
  }

  private static func text(_ summaries: [SourceSummary], _ skipped: [SkippedInput]) -> String {
    var lines: [String] = []
    for summary in summaries {
      lines.append(summary.path)
      lines.append("  kind       \(summary.kind?.rawValue ?? "not recognised")\(summary.format.map { ", \($0)" } ?? "")")
      lines.append("  because    \(summary.why)")
      lines.append("  records    \(summary.records) used, \(summary.rejected) rejected, \(summary.duplicates) duplicates")
      for (reason, count) in summary.ignored.sorted(by: { $0.key < $1.key }) {
        lines.append("  no evidence  \(count): \(reason)")
      }
      if summary.isTruncated { lines.append("  truncated  yes: the records before the break are used") }
      if let generation = summary.generation {
        let meaning =
          switch generation {
          case .new: "yes"
          case .old: "no: written by an exporter that leaves them out"
          case .unknown: "unknown: nothing in the file tells"
          }
        lines.append("  shows Apple credentials  \(meaning)")
      }
      lines.append("  captured   \(summary.capturedAt.rfc3339)")
      if let first = summary.firstTime, let last = summary.lastTime {
        lines.append("  times      \(first.rfc3339) to \(last.rfc3339)")
      }
      if !summary.timeUnits.isEmpty {
        lines.append("  time unit  \(summary.timeUnits.map(\.rawValue).joined(separator: ", "))")
      }
      if !summary.columnsUsed.isEmpty { lines.append("  columns    \(summary.columnsUsed.joined(separator: ", "))") }
      if !summary.columnsIgnored.isEmpty {
        lines.append("  ignored    \(summary.columnsIgnored.joined(separator: ", "))")
      }
      lines.append("  bytes      \(summary.bytes), SHA-256 \(summary.sha256)")
      for reject in summary.rejects { lines.append("  rejected   \(reject.locator): \(reject.reason)") }
      if summary.rejected > Int64(summary.rejects.count) {
        lines.append("  rejected   … and \(summary.rejected - Int64(summary.rejects.count)) more")
      }
    }
    for skipped in skipped { lines.append("\(skipped.path)\n  not read   \(skipped.reason)") }
    return lines.joined(separator: "\n")
  }

  private struct InspectedSource: Encodable {
    var path: String
    var kind: String?
    var format: String?
    var why: String
    var records: Int64
    var rejected: Int64
    var duplicates: Int64
    var ignored: [String: Int64]
    var truncated: Bool
    var shows_apple_credentials: String?
    var captured_at: String
    var first_time: String?
    var last_time: String?
    var time_units: [String]
    var columns_used: [String]
    var columns_ignored: [String]
    var bytes: Int64
    var sha256: String
    var rejects: [[String: String]]
  }

  private struct Inspection: Encodable {
    var sources: [InspectedSource]
    var skipped: [[String: String]]
  }

  private static func json(_ summaries: [SourceSummary], _ skipped: [SkippedInput]) throws -> String {
    let inspection = Inspection(
      sources: summaries.map { summary in
        InspectedSource(
          path: summary.path, kind: summary.kind?.rawValue, format: summary.format, why: summary.why,
          records: summary.records, rejected: summary.rejected, duplicates: summary.duplicates, ignored: summary.ignored,
          truncated: summary.isTruncated, shows_apple_credentials: summary.generation?.rawValue,
          captured_at: summary.capturedAt.rfc3339, first_time: summary.firstTime?.rfc3339,
          last_time: summary.lastTime?.rfc3339, time_units: summary.timeUnits.map(\.rawValue),
          columns_used: summary.columnsUsed, columns_ignored: summary.columnsIgnored, bytes: summary.bytes,
          sha256: summary.sha256, rejects: summary.rejects.map { ["locator": $0.locator, "reason": $0.reason] })
      }, skipped: skipped.map { ["path": $0.path, "reason": $0.reason] })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(inspection), as: UTF8.self)
  }
}

/// Takes every record and keeps none.
private struct CountingSink: EvidenceSink {
  mutating func screen(_ account: AccountSketch, at place: Place) -> Screening { .outOfScope }
  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}
