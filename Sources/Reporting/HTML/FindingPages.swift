import Vocabulary

/// Where findings stand: all of them in the report itself while they are few, else the worst of each cause, and all of
/// that cause on pages beside it. So the report opens at once and prints on few pages, whatever the population.
struct FindingPages {
  static let prefix = "report-findings-"
  /// How many findings stand in the report itself at most, and how many causes.
  static let (inline, inlineCauses) = (200, 150)
  /// How many of each cause, where there are more in all.
  static let perCause = 3
  /// How many findings are on one further page, at most.
  static let perPage = 1000
  /// How many bytes the findings in the report itself may have, by a rough count.
  private static let inlineBytes = 800_000

  /// Findings are named by their indices in the report, and causes by theirs in `causes`.
  struct Group {
    var cause: Int
    var inline: ArraySlice<Int>
    /// Empty where all stand in the report.
    var pages: [Page]
  }

  struct Page {
    var name: String
    /// More than one on a page of several causes.
    var parts: [Part]
  }

  struct Part {
    var cause: Int
    var findings: ArraySlice<Int>
    /// The number of its first finding among those of the cause, from 1.
    var first: Int
  }

  /// The worst first.
  let causes: [Report.Cause]
  /// Of the first causes: those that the report itself tells.
  let groups: [Group]
  /// The pages of all other causes.
  let shared: [Page]

  init(_ report: Report) {
    causes = report.causes
    let perCause = min(Self.perCause, max(1, Self.inline / max(1, causes.count)))
    var bytes = Self.inlineBytes
    func fits(_ finding: Int) -> Bool {
      bytes -= report.findings[finding].roughSize
      return bytes >= 0
    }
    let holdsAll = report.findings.count <= Self.inline && report.findings.indices.allSatisfy(fits)
    bytes = Self.inlineBytes
    groups = causes.prefix(Self.inlineCauses).enumerated().map { number, cause in
      let inline = holdsAll ? cause.findings[...] : cause.findings.prefix(perCause).prefix(while: fits)
      return Group(
        cause: number, inline: inline,
        pages: inline.count < cause.findings.count ? Self.pages(of: cause, number) : [])
    }
    shared = Self.shared(causes, from: groups.count)
  }

  /// How many findings are listed.
  var listed: Int { causes.reduce(0) { $0 + $1.findings.count } }

  /// Whether search needs the index of all findings.
  var hasIndex: Bool { !shared.isEmpty || groups.contains { !$0.pages.isEmpty } }

  /// All pages beside the report.
  var pages: [Page] { groups.flatMap(\.pages) + shared }

  private static func pages(of cause: Report.Cause, _ number: Int) -> [Page] {
    stride(from: 0, to: cause.findings.count, by: perPage).enumerated().map { page, start in
      let findings = cause.findings[start..<min(start + perPage, cause.findings.count)]
      return Page(
        name: "\(prefix)\(cause.slug.dropFirst("cause-".count))-\(page + 1).html",
        parts: [Part(cause: number, findings: findings, first: start + 1)])
    }
  }

  private static func shared(_ causes: [Report.Cause], from start: Int) -> [Page] {
    var pages: [Page] = []
    var room = 0
    for number in causes.indices.dropFirst(start) {
      var rest = causes[number].findings[...]
      while !rest.isEmpty {
        if room == 0 {
          pages.append(Page(name: "\(prefix)of-more-causes-\(pages.count + 1).html", parts: []))
          room = perPage
        }
        let part = Part(cause: number, findings: rest.prefix(room), first: rest.startIndex + 1)
        pages[pages.count - 1].parts.append(part)
        room -= part.findings.count
        rest = rest.dropFirst(part.findings.count)
      }
    }
    return pages
  }
}

extension Report.Finding {
  /// About how many bytes of HTML it makes.
  fileprivate var roughSize: Int {
    let texts = [subject.uid, subject.uid, subject.email, subject.tenant, object, waiver?.reason].compactMap { $0 }
    return 1200 + message.utf8.count + texts.reduce(0) { $0 + $1.utf8.count }
      + evidence.reduce(0) { $0 + 60 + $1.source.utf8.count + $1.locator.utf8.count + $1.summary.utf8.count }
  }
}
