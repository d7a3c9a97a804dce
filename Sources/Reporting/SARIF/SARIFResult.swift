import Timestamps
import Vocabulary

/// A finding as a result.
struct SARIFResult {
  private let finding: Report.Finding
  private let ruleIndex: Int?
  private let artifactIndices: [String: Int]

  init(_ finding: Report.Finding, _ ruleIndices: [String: Int], _ artifactIndices: [String: Int]) {
    self.finding = finding
    ruleIndex = ruleIndices[finding.rule]
    self.artifactIndices = artifactIndices
  }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("ruleId", finding.rule)
      if let ruleIndex { writer.key("ruleIndex", ruleIndex) }
      writer.key("kind", kind)
      // The standard wants no level of a result that is no failure.
      writer.key("level", finding.verdict == .fail ? finding.severity.sarifLevel : "none")
      writer.key("message") { $0.object { $0.key("text", SARIFText.message(finding.message)) } }
      // Readers want one place. Where a finding cites nothing, it is the report that has it.
      let cited =
        finding.evidence.isEmpty
        ? [Report.Citation(source: "report.json", locator: "file", summary: "the report")] : finding.evidence
      writer.key("locations") { $0.array(cited.prefix(1)) { write($1, isFirst: true, &$0) } }
      var seen: Set<Report.Citation> = []
      let related = cited.dropFirst().filter { seen.insert($0).inserted }
      if !related.isEmpty { writer.key("relatedLocations") { $0.array(related) { write($1, isFirst: false, &$0) } } }
      writer.key("partialFingerprints") {
        $0.object {
          $0.key("relayAuditFinding/v1", finding.id)
          // The only one that code scanning takes; it would hash the line of a file that is in no repository.
          $0.key("primaryLocationLineHash", "\(finding.id):1")
        }
      }
      writer.key("baselineState", finding.state == .new ? "new" : "unchanged")
      // Of all results or of none, the standard says.
      writer.key("suppressions") { $0.array([finding.waiver].compactMap { $0 }) { write($1, &$0) } }
      writer.key("properties") { $0.object(writeProperties) }
    }
  }

  private var kind: String {
    switch finding.verdict {
    case .pass: "pass"
    case .fail: "fail"
    case .inconclusive: "open"
    case .pending: "informational"
    case .manual: "review"
    }
  }

  private func write(_ citation: Report.Citation, isFirst: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("physicalLocation") {
        $0.object { writer in
          writer.key("artifactLocation") {
            $0.object { writer in
              writer.key("uri", SARIFText.uri(citation.source))
              if let index = artifactIndices[citation.source] { writer.key("index", index) }
            }
          }
          if let line = citation.line { writer.key("region") { $0.object { $0.key("startLine", line) } } }
        }
      }
      var places: [(name: String, kind: String)] = []
      if citation.line == nil, citation.locator != "file" { places.append((citation.locator, "record")) }
      if isFirst, let uid = finding.subject.uid { places.append((uid, "account")) }
      if !places.isEmpty {
        writer.key("logicalLocations") {
          $0.array(places) { writer, place in
            writer.object {
              $0.key("fullyQualifiedName", place.name)
              $0.key("kind", place.kind)
            }
          }
        }
      }
      writer.key("message") { $0.object { $0.key("text", SARIFText.message(citation.summary)) } }
    }
  }

  private func write(_ waiver: Waiver, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind", "external")
      writer.key("status", "accepted")
      writer.key(
        "justification",
        "\(waiver.reason) (signed by \(waiver.signedBy) on \(waiver.date.readableDate), \(waiver.expires.readableEnd))"
      )
    }
  }

  private func writeProperties(_ writer: inout JSONWriter) {
    writer.key("severity", finding.severity.rawValue)
    writer.key("verdict", finding.verdict.rawValue)
    writer.key("reason", finding.reason)
    writer.key("state", finding.state.rawValue)
    writer.key("object", finding.object)
    writer.key("due_at", finding.dueAt?.rfc3339)
    writer.key("first_seen", finding.firstSeen.rfc3339)
  }
}

extension Report.Citation {
  /// The line, from 1; nil where the locator counts something else: records, rows of a sheet.
  fileprivate var line: Int? {
    guard locator.hasPrefix("line "), let line = Int(locator.dropFirst(5)), line > 0 else { return nil }
    return line
  }
}
