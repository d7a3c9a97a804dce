package import Foundation
import Timestamps

/// The report as the store keeps it: the object of `report.json`, and under `page` the parts of the value that are not
/// in it. `ReportJSON.read` reads it.
package enum KeptReport {
  package static func data(_ report: Report) -> Data {
    var data = Data()
    write(report, json: { _ in }, kept: { data.append(contentsOf: $0) })
    return data
  }

  /// Writes both forms in pieces. What they share, which is nearly all, is serialised once.
  ///
  /// - Parameters:
  ///   - json: gets the bytes of `report.json`.
  ///   - kept: gets the bytes of the kept form.
  static func write(
    _ report: Report, json: ([UInt8]) throws -> Void, kept: ([UInt8]) throws -> Void
  ) rethrows {
    var writer = JSONWriter()
    writer.openObject()
    try ReportJSON.writeMembers(of: report, &writer) { piece in
      try json(piece)
      try kept(piece)
    }
    // Both forms continue from here, each in its own writer.
    var keptWriter = writer
    writer.closeObject()
    try json(writer.take() + [0x0A])
    keptWriter.key("page") { page(of: report, &$0) }
    keptWriter.closeObject()
    try kept(keptWriter.take() + [0x0A])
  }

  private static func page(of report: Report, _ writer: inout JSONWriter) {
    let isFirst = report.version == .one
    writer.object { writer in
      if isFirst { writer.key("flagged") { ReportJSON.write(report.flagged, shown: "first", &$0) } }
      writer.key("rules") { $0.array(report.rules) { rule($1, withReasons: isFirst, &$0) } }
      writer.key("frameworks") { $0.array(report.frameworks) { framework($1, &$0) } }
      if isFirst {
        writer.key("limits") { $0.array(report.limits) { $0.string($1.text) } }
      } else {
        writer.key("coverage") { $0.array(report.coverage) { coverage($1, &$0) } }
        if let mode = report.personalData { writer.key("personal_data", mode.rawValue) }
      }
    }
  }

  private static func coverage(_ coverage: Report.Coverage, _ writer: inout JSONWriter) {
    writer.object {
      $0.key("kind", coverage.kind)
      $0.key("supplied", coverage.supplied)
      $0.key("captured_to", coverage.capturedTo?.rfc3339)
    }
  }

  private static func rule(_ rule: Report.Rule, withReasons: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id", rule.id)
      writer.key("guidance") { writer in
        guard let guidance = rule.guidance else { return writer.string(nil) }
        writer.object { writer in
          writer.key("rationale", guidance.rationale)
          writer.key("period", guidance.period)
          writer.key("requirements") { $0.array(guidance.requirements) { $0.string($1) } }
          if withReasons { reasons(of: rule, &writer) }
        }
      }
    }
  }

  private static func reasons(of rule: Report.Rule, _ writer: inout JSONWriter) {
    writer.key("reasons") {
      $0.array(rule.reasons) { writer, reason in
        writer.object {
          $0.key("reason", reason.reason)
          $0.key("message", reason.message)
          $0.key("remediation", reason.remediation)
        }
      }
    }
  }

  private static func framework(_ framework: Report.Framework, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name", framework.name)
      writer.key("title", framework.title)
      writer.key("url", framework.url)
      writer.key("requirements") {
        $0.array(framework.requirements) { writer, requirement in
          writer.object { writer in
            writer.key("id", requirement.id)
            writer.key("text", requirement.text)
            writer.key("state", requirement.state.rawValue)
            writer.key("rules") { $0.array(requirement.rules) { $0.string($1) } }
          }
        }
      }
    }
  }
}
