import Crypto
package import Foundation
import Timestamps

/// The report as the store keeps it: the object of `report.json` with `ledger` null, and under `page` the parts of the
/// value that are not in it. The ledger itself is in the store once. `ReportJSON.read` reads it.
package enum KeptReport {
  /// SHA-256 of both forms of a report, lower-case hex.
  package struct Hashes: Hashable, Sendable {
    /// Of `report.json` with `ledger` null.
    package var report: String
    /// Of the kept form.
    package var kept: String
  }

  /// The lists whose items are pieces of their own, by the numbers that stores know them by.
  package enum List: Int, Sendable {
    case findings = 0
    case resolved = 1
    /// Under `page`: the findings that `report.json` does not list.
    case more = 2
  }

  /// Bytes of the text, in its order.
  package struct Piece: Sendable {
    package var bytes: [UInt8]
    /// The list whose items these are, each behind what separates it from the one before; nil for what stands around
    /// lists, which without them is an object with empty lists.
    package var list: List?
    /// The ids of the findings in it, in their order.
    package var ids: [String] = []

    init(_ bytes: [UInt8], of list: List? = nil, ids: [String] = []) {
      self.bytes = bytes
      self.list = list
      self.ids = ids
    }
  }

  package static func data(_ report: Report) -> Data {
    var data = Data()
    write(report, json: { _ in }, kept: { data.append(contentsOf: $0.bytes) }, seal: { _ in nil })
    return data
  }

  /// Writes the kept form alone.
  package static func write(_ report: Report, to output: (Piece) throws -> Void) rethrows -> Hashes {
    try write(report, json: { _ in }, kept: output, seal: { _ in nil })
  }

  /// The hashes that the ledger has of a report.
  package static func hashes(of report: Report) -> Hashes {
    write(report, json: { _ in }, kept: { _ in }, seal: { _ in nil })
  }

  /// Writes both forms in pieces. What they share, which is nearly all, is serialised once.
  ///
  /// - Parameters:
  ///   - json: gets the bytes of `report.json`.
  ///   - kept: gets the kept form.
  ///   - seal: makes the run's entry in the ledger, and returns its place for `report.json`; nil where the
  ///     run has none.
  @discardableResult
  static func write(
    _ report: Report, json: ([UInt8]) throws -> Void, kept: (Piece) throws -> Void,
    seal: (Hashes) throws -> Report.Ledger?
  ) rethrows -> Hashes {
    var (jsonHash, keptHash) = (SHA256(), SHA256())
    var writer = JSONWriter()
    writer.openObject()
    try ReportJSON.writeMembers(of: report, &writer) { piece in
      jsonHash.update(data: piece.bytes)
      keptHash.update(data: piece.bytes)
      try json(piece.bytes)
      try kept(piece)
    }
    // What follows differs: each has a writer of its own.
    var report = report
    report.ledger = nil
    let plain = end(of: report, writer)
    jsonHash.update(data: plain)
    try writePage(of: report, writer) { piece in
      keptHash.update(data: piece.bytes)
      try kept(piece)
    }
    let hashes = Hashes(report: jsonHash.finalize().hexadecimal, kept: keptHash.finalize().hexadecimal)
    report.ledger = try seal(hashes)
    try json(end(of: report, writer))
    return hashes
  }

  /// The bytes of `report.json` after the members that both forms share.
  private static func end(of report: Report, _ writer: JSONWriter) -> [UInt8] {
    var writer = writer
    ReportJSON.writeLedger(of: report, &writer)
    writer.closeObject()
    return writer.take() + [0x0A]
  }

  /// Writes the kept form after the members that both share.
  private static func writePage(
    of report: Report, _ writer: JSONWriter, _ output: (Piece) throws -> Void
  ) rethrows {
    var writer = writer
    ReportJSON.writeLedger(of: report, &writer)
    try writer.key("page") { writer in
      writer.openObject()
      page(of: report, &writer)
      if let listed = report.listed {
        writer.key("listed", listed)
        try writer.key("more_findings") { writer in
          try ReportJSON.writeItems(Report.Listed(report, isListed: false), .more, &writer, output) { finding, writer in
            ReportJSON.write(finding, report.version, &writer)
            return finding.id
          }
        }
      }
      writer.closeObject()
    }
    writer.closeObject()
    try output(Piece(writer.take() + [0x0A]))
  }

  private static func page(of report: Report, _ writer: inout JSONWriter) {
    let isFirst = report.version == .one
    if isFirst { writer.key("flagged") { ReportJSON.write(report.flagged, shown: "first", &$0) } }
    writer.key("rules") { $0.array(report.rules) { rule($1, withReasons: isFirst, &$0) } }
    writer.key("frameworks") { $0.array(report.frameworks) { framework($1, &$0) } }
    if isFirst {
      writer.key("limits") { $0.array(report.limits) { $0.string($1.text) } }
    } else {
      writer.key("coverage") { $0.array(report.coverage) { coverage($1, &$0) } }
      if let mode = report.personalData { writer.key("personal_data", mode.rawValue) }
      if report.hasPublishedIDs { writer.key("published_ids", true) }
      if let affected = report.affectedPersons { writer.key("affected_persons", affected) }
      if report.newlyFailing != Report.Counts() {
        writer.key("turned") { $0.object { ReportJSON.writeFindings(report.newlyFailing, &$0) } }
      }
      if !report.settings.isEmpty {
        writer.key("settings") { $0.array(report.settings) { setting($1, &$0) } }
      }
    }
    if !report.forgotten.isEmpty { writer.key("forgotten") { $0.array(report.forgotten.sorted()) { $0.string($1) } } }
  }

  private static func coverage(_ coverage: Report.Coverage, _ writer: inout JSONWriter) {
    writer.object {
      $0.key("kind", coverage.kind)
      $0.key("supplied", coverage.supplied)
      $0.key("captured_to", coverage.capturedTo?.rfc3339)
    }
  }

  private static func setting(_ setting: Report.Setting, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("key", setting.key)
      writer.key("meaning", setting.meaning)
      writer.key("value", setting.value)
      writer.key("configured", setting.isConfigured)
      writer.key("rules") { $0.array(setting.rules) { $0.string($1) } }
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
            guard !requirement.disabled.isEmpty else { return }
            writer.key("disabled") { $0.array(requirement.disabled) { $0.string($1) } }
          }
        }
      }
    }
  }
}
