import Timestamps
import Vocabulary

/// `report-findings-index.js`: a line for each finding, which the page searches. A script rather than data, since a
/// page opened from a file may load scripts beside it and nothing else.
struct FindingIndex {
  static let name = FindingPages.prefix + "index.js"

  let report: Report
  let pages: FindingPages

  /// Calls `relayAuditFindings` with `{causes: [[rule, reason, severity]], pages: [name], rows: [[id, cause, verdict,
  /// state, waived, who, object, due, page, source]]}`.
  func write(to output: ([UInt8]) throws -> Void) rethrows {
    var writer = JSONWriter(onOneLine: true)
    try output(Array("relayAuditFindings(".utf8))
    try writer.object { writer in
      writer.key("causes") { writer in
        writer.array(pages.causes) { writer, cause in
          OrderedJSON.texts([cause.rule.id, cause.reason, cause.rule.severity.rawValue]).write(to: &writer)
        }
      }
      writer.key("pages") { writer in
        writer.array(["report.html"] + pages.pages.map(\.name)) { $0.string($1) }
      }
      try writer.key("rows") { writer in
        try writer.array(places) { writer, place in
          row(place).write(to: &writer)
          if writer.bytes.count > 1 << 16 { try output(writer.take()) }
        }
      }
    }
    try output(writer.take() + Array(");\n".utf8))
  }

  /// A finding by its index in the report, with the numbers of its cause and of its page.
  private typealias Place = (finding: Int, cause: Int, page: Int)

  private var places: [Place] {
    var places: [Place] = []
    // The report itself is page 0.
    for group in pages.groups where group.pages.isEmpty {
      for finding in group.inline { places.append((finding, group.cause, 0)) }
    }
    for (number, page) in pages.pages.enumerated() {
      for part in page.parts {
        for finding in part.findings { places.append((finding, part.cause, number + 1)) }
      }
    }
    return places
  }

  private func row(_ place: Place) -> OrderedJSON {
    let finding = report.findings[place.finding]
    let subject = finding.subject
    return .array([
      .text(finding.id), .number(place.cause), .text(finding.verdict.rawValue), .text(finding.state.rawValue),
      .number(finding.waiver == nil ? 0 : 1),
      .text([subject.uid, subject.email, subject.appleSub].compactMap { $0 }.joined(separator: " ")),
      .text(finding.object), .text(finding.dueAt?.rfc3339), .number(place.page),
      .text(finding.evidence.first.map { "\($0.source), \($0.locator)" }),
    ])
  }
}
