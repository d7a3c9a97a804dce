import Timestamps
import Vocabulary

/// `report-findings-index.js`: a line for each finding, which the page searches. A script rather than data, since a page
/// opened from a file may load scripts beside it and nothing else.
struct FindingIndex {
  static let name = FindingPages.prefix + "index.js"

  let report: Report
  let pages: FindingPages

  /// Calls `relayAuditFindings` with `{causes: [[rule, reason, severity]], pages: [name], rows: [[id, cause, verdict,
  /// state, waived, who, object, due, page, source]]}`.
  func write(to output: ([UInt8]) throws -> Void) rethrows {
    var writer = CompactJSON()
    writer.raw("relayAuditFindings({\"causes\":")
    writer.array(pages.groups) { writer, group in
      writer.array([group.cause.rule.id, group.cause.reason, group.cause.rule.severity.rawValue]) { $0.string($1) }
    }
    writer.raw(",\"pages\":")
    writer.array(["report.html"] + pages.groups.flatMap { $0.pages.map(\.name) }) { $0.string($1) }
    writer.raw(",\"rows\":[")
    var page = 0
    var isFirst = true
    for (cause, group) in pages.groups.enumerated() {
      for (number, index) in group.cause.findings.enumerated() {
        if !isFirst { writer.raw(",\n") }
        isFirst = false
        let place = group.pages.isEmpty ? 0 : page + 1 + number / FindingPages.perPage
        row(report.findings[index], cause: cause, page: place, &writer)
        if writer.bytes.count > 1 << 16 { try output(writer.take()) }
      }
      page += group.pages.count
    }
    writer.raw("]});\n")
    try output(writer.take())
  }

  private func row(_ finding: Report.Finding, cause: Int, page: Int, _ writer: inout CompactJSON) {
    let subject = finding.subject
    writer.raw("[")
    writer.string(finding.id)
    writer.raw(",\(cause),")
    writer.string(finding.verdict.rawValue)
    writer.raw(",")
    writer.string(finding.state.rawValue)
    writer.raw(finding.waiver == nil ? ",0," : ",1,")
    writer.string([subject.uid, subject.email, subject.appleSub].compactMap { $0 }.joined(separator: " "))
    writer.raw(",")
    writer.string(finding.object)
    writer.raw(",")
    writer.string(finding.dueAt?.rfc3339)
    writer.raw(",\(page),")
    writer.string(finding.evidence.first.map { "\($0.source), \($0.locator)" })
    writer.raw("]")
  }
}

/// JSON without spaces.
private struct CompactJSON {
  private var writer = JSONWriter()
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func string(_ text: String?) {
    writer.string(text)
    bytes.append(contentsOf: writer.take())
  }

  mutating func array<Item>(_ items: [Item], _ body: (inout CompactJSON, Item) -> Void) {
    raw("[")
    for (index, item) in items.enumerated() {
      if index > 0 { raw(",") }
      body(&self, item)
    }
    raw("]")
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
