/// Where findings stand: all of them in the report itself while they are few, else the worst of each cause, and all of
/// that cause on pages beside it. So the report opens at once and prints on few pages, whatever the population.
struct FindingPages {
  static let prefix = "report-findings-"
  /// How many findings stand in the report itself at most.
  static let inline = 200
  /// How many of each cause, where there are more in all.
  static let perCause = 3
  /// How many findings are on one further page, at most.
  static let perPage = 1000

  /// Findings are named by their indices in the report.
  struct Group {
    var cause: Report.Cause
    var inline: ArraySlice<Int>
    /// Empty where all stand in the report.
    var pages: [Page]
  }

  struct Page {
    var name: String
    var findings: ArraySlice<Int>
    /// The number of its first finding among those of the cause, from 1.
    var first: Int
  }

  let groups: [Group]

  init(_ report: Report) {
    let holdsAll = report.findings.count <= Self.inline
    var room = Self.inline
    groups = report.causes.map { cause in
      let inline = cause.findings.prefix(holdsAll ? Self.inline : min(Self.perCause, room))
      room -= inline.count
      return Group(
        cause: cause, inline: inline, pages: inline.count < cause.findings.count ? Self.pages(of: cause) : [])
    }
  }

  /// Whether search needs the index of all findings.
  var hasIndex: Bool { groups.contains { !$0.pages.isEmpty } }

  private static func pages(of cause: Report.Cause) -> [Page] {
    stride(from: 0, to: cause.findings.count, by: perPage).enumerated().map { number, start in
      Page(
        name: "\(prefix)\(cause.slug.dropFirst("cause-".count))-\(number + 1).html",
        findings: cause.findings[start..<min(start + perPage, cause.findings.count)], first: start + 1)
    }
  }
}
