/// The distribution of findings over pages: the first of each rule are in the report itself, the rest in files beside
/// it, so that a report of any size opens at once.
struct HTMLPages {
  static let prefix = "report-findings-"
  /// How many findings of one rule are in the report itself, at most.
  static let inline = 200
  /// How many findings are on one further page, at most.
  static let perPage = 1000

  struct Group {
    var rule: Report.Rule
    var inline: ArraySlice<Report.Finding>
    var pages: [Page]
    var count: Int
  }

  struct Page {
    var name: String
    var findings: ArraySlice<Report.Finding>
    /// The number of its first finding among those of the rule, from 1.
    var first: Int
  }

  let groups: [Group]

  init(_ report: Report) {
    // Findings are sorted by severity and rule, so those of one rule are adjacent.
    var ranges: [String: Range<Int>] = [:]
    for (index, finding) in report.findings.enumerated() {
      ranges[finding.rule] = (ranges[finding.rule]?.lowerBound ?? index)..<(index + 1)
    }
    groups = report.rules
      .sorted { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }
      .compactMap { rule in
        guard let range = ranges[rule.id] else { return nil }
        let findings = report.findings[range]
        let rest = findings.dropFirst(Self.inline)
        var pages: [Page] = []
        var start = rest.startIndex
        while start < rest.endIndex {
          let end = min(start + Self.perPage, rest.endIndex)
          let slug = rule.id.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
          pages.append(
            Page(
              name: "\(Self.prefix)\(slug)-\(pages.count + 1).html", findings: rest[start..<end],
              first: start - range.lowerBound + 1))
          start = end
        }
        return Group(rule: rule, inline: findings.prefix(Self.inline), pages: pages, count: findings.count)
      }
  }
}
