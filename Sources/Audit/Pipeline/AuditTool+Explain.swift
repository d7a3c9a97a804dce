import Evidence
import Foundation
import Reporting
import Timestamps
import Vocabulary

extension AuditTool {
  /// Tells what a finding of the last run rests on: the finding, what it cites, and all that is known of the person, in
  /// order of time, each with its source and place.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func explain(_ id: String, config: String?, store path: String?) throws -> String {
    let configuration = try readConfiguration(config)
    let path = path ?? configuration.store
    do {
      guard let store = try EvidenceStore.existing(path: path) else {
        throw UserError(.noSuchInput, "there is no store at \(path); audit first, or name it with --store")
      }
      return try store.read { database in
        guard let run = try RunHistory.last(withFinding: id, in: database),
          let data = try RunHistory.report(of: run.number, in: database)
        else {
          throw UserError(
            .noSuchInput, "the last run has no finding \(id); the report lists their ids, and older ones are not kept")
        }
        let report = try ReportJSON.read(try Gzip.decompress(data))
        guard let finding = report.findings.first(where: { $0.id == id }) else {
          throw UserError(.noSuchInput, "the last run has no finding \(id); the report lists their ids")
        }
        return text(finding, run: run, events: try Timeline.read(of: id, in: database))
      }
    } catch let error as StoreError {
      throw UserError(error)
    }
  }

  /// The configuration that is named, or the default one where there is one.
  static func readConfiguration(_ path: String?) throws -> Configuration {
    let name = path ?? AuditSettings.defaultConfig
    guard path != nil || FileManager.default.fileExists(atPath: name) else { return Configuration() }
    var configuration = try Configuration(contentsOf: URL(fileURLWithPath: name), name: name)
    configuration.resolvePaths(besides: name)
    return configuration
  }

  private static func text(_ finding: Report.Finding, run: RunRecord, events: [TimelineEvent]?) -> String {
    var lines = [
      "\(finding.id)  \(finding.verdict.rawValue), \(finding.reason)  (\(finding.severity.rawValue))",
      finding.message,
      "",
      "  rule        \(finding.rule)",
      "  account     \(finding.subject.uid ?? "known from evidence only")\(finding.subject.tenant.map { ", tenant \($0)" } ?? "")",
    ]
    if let email = finding.subject.email { lines.append("  email       \(email)") }
    if let object = finding.object { lines.append("  object      \(object)") }
    if let due = finding.dueAt { lines.append("  due         \(due.rfc3339)") }
    lines.append("  first seen  \(finding.firstSeen.rfc3339), \(finding.state.rawValue)")
    lines.append("  as of       \(run.asOf.rfc3339)")
    lines.append("\nThe verdict cites:")
    lines += finding.evidence.isEmpty
      ? ["  nothing: it rests on the absence of records"]
      : finding.evidence.map { "  \($0.source), \($0.locator): \($0.summary)" }
    lines.append("\nTimeline:")
    lines += timeline(events)
    return lines.joined(separator: "\n")
  }

  private static func timeline(_ events: [TimelineEvent]?) -> [String] {
    guard let events else { return ["  no longer kept: another project was audited with this store"] }
    guard !events.isEmpty else { return ["  nothing is known of one person"] }
    return events.map { "  \($0.at?.rfc3339 ?? "at an unknown time    ")  \($0.text)  [\($0.source), \($0.locator)]" }
  }
}
