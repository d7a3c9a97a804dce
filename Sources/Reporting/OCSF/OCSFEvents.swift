import Timestamps

/// The events of one report.
struct OCSFEvents {
  let report: Report
  let rules: [String: Report.Rule]
  private let requirements: [String: [Report.Checked]]

  init(_ report: Report) {
    self.report = report
    rules = Dictionary(report.rules.map { ($0.id, $0) }) { first, _ in first }
    requirements = report.requirementsByRule
  }

  func write(to output: ([UInt8]) throws -> Void) throws {
    var writer = JSONWriter(onOneLine: true)
    var bytes: [UInt8] = []
    func line(_ event: (inout JSONWriter) -> Void) throws {
      event(&writer)
      bytes += writer.take()
      bytes.append(0x0A)
      guard bytes.count > 1 << 16 else { return }
      try output(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try line { run(&$0) }
    for item in report.findings { try line { finding(item, &$0) } }
    for item in report.resolved { try line { resolved(item, &$0) } }
    for rule in report.rules where !rule.evaluated { try line { notEvaluated(rule, &$0) } }
    try output(bytes)
  }

  /// What every event has.
  struct Head {
    /// What it tells of: `run`, `finding`, `resolved` or `not-evaluated`.
    var code: String
    /// The event's name among those of the run.
    var uid: String
    var activity: OCSFCode
    var severity: OCSFCode
    var status: OCSFCode
    var message: String
  }

  /// Writes an event: its head, and what `body` adds.
  func event(_ head: Head, _ writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
    writer.object { writer in
      writer.key("activity_id", head.activity.id)
      writer.key("activity_name", head.activity.caption)
      writer.key("category_uid", OCSFCode.category.id)
      writer.key("category_name", OCSFCode.category.caption)
      writer.key("class_uid", OCSFCode.complianceFinding.id)
      writer.key("class_name", OCSFCode.complianceFinding.caption)
      writer.key("type_uid", OCSFCode.complianceFinding.id * 100 + head.activity.id)
      writer.key("type_name", "\(OCSFCode.complianceFinding.caption): \(head.activity.caption)")
      writer.key("time", report.run.asOf)
      writer.key("severity_id", head.severity.id)
      writer.key("severity", head.severity.caption)
      writer.key("status_id", head.status.id)
      writer.key("status", head.status.caption)
      writer.key("message", head.message)
      metadata(head, &writer)
      body(&writer)
    }
  }

  private func metadata(_ head: Head, _ writer: inout JSONWriter) {
    writer.key("metadata") {
      $0.object { writer in
        writer.key("version", OCSFCode.version)
        writer.key("uid", "\(report.run.id)/\(head.uid)")
        writer.key("correlation_uid", report.run.id)
        writer.key("event_code", head.code)
        writer.key("logged_time", report.run.finishedAt)
        writer.key("log_name", "report")
        writer.key("product") {
          $0.object { writer in
            writer.key("name", report.run.tool.name)
            writer.key("vendor_name", report.run.tool.name)
            writer.key("version", report.run.tool.version)
          }
        }
      }
    }
  }

  /// Writes `compliance` for a rule: the rule is the control, and its frameworks are the standards.
  func compliance(
    of rule: String, _ code: OCSFCode, verdict: String?, details: [String], _ writer: inout JSONWriter
  ) {
    let checked = requirements[rule] ?? []
    writer.key("compliance") {
      $0.object { writer in
        writer.key("control", rule)
        if let title = rules[rule]?.title { writer.key("desc", title) }
        if !checked.isEmpty {
          let titles = checked.map(\.framework.title).reduce(into: [String]()) { titles, title in
            if !titles.contains(title) { titles.append(title) }
          }
          writer.key("standards") { $0.array(titles) { $0.string($1) } }
          writer.key("requirements") {
            $0.array(checked) { $0.string("\($1.requirement.id): \($1.requirement.text)") }
          }
        }
        writer.key("status_id", code.id)
        writer.key("status", code.caption)
        if let verdict { writer.key("status_code", verdict) }
        writer.key("status_details") { $0.array(details) { $0.string($1) } }
      }
    }
  }
}

extension JSONWriter {
  /// Epoch milliseconds, as the schema has times.
  mutating func key(_ name: StaticString, _ time: Timestamp) { key(name, Int(time.milliseconds)) }
}
