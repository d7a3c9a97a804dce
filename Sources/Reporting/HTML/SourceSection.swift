/// The register of sources: all of them in the report itself while they are few, else their sums and those that need a
/// look, and all of them on pages beside it.
struct SourceSection {
  static let prefix = "report-sources-"
  /// How many sources stand in the report itself at most.
  private static let inline = 200
  /// How many that need a look stand there where there are more.
  private static let troubled = 50
  /// How many sources are on one further page, at most.
  private static let perPage = 1000
  /// How many further pages the report links to; each links to the next.
  private static let toldPages = 20

  private let report: Report
  /// The first source of each page; empty where all stand in the report.
  private let starts: [Int]

  init(_ report: Report) {
    self.report = report
    let count = report.sources.count
    starts = count > Self.inline ? Array(stride(from: 0, to: count, by: Self.perPage)) : []
  }

  var files: [ReportFile] {
    starts.indices.map { number in
      ReportFile(name: Self.name(of: number)) { try write(number, to: $0) }
    }
  }

  private static func name(of page: Int) -> String { "\(prefix)\(page + 1).html" }

  private func sources(of page: Int) -> ArraySlice<Report.Source> {
    report.sources[starts[page]..<min(starts[page] + Self.perPage, report.sources.count)]
  }

  /// `files 1 to 1,000`.
  private func title(of page: Int) -> String {
    let sources = sources(of: page)
    return "files \(HTMLText.number(sources.startIndex + 1)) to \(HTMLText.number(sources.endIndex))"
  }

  func fill(_ document: HTMLDocument) throws {
    let note = try document.element("sources-note")
    let list = try document.element("source-list")
    guard !report.sources.isEmpty else {
      note.text("No file was read.")
      return
    }
    guard !starts.isEmpty else {
      note.text(
        "Every input file, with the SHA-256 of its bytes. Files that were not read or not recognised are marked.")
      return SourceTable.fill(list, report.sources, asOf: report.run.asOf)
    }
    let troubled = report.sources.filter(\.needsALook)
    let told = troubled.prefix(Self.troubled)
    note.text(
      """
      \(HTMLText.number(report.sources.count)) files. This page has their sums by kind, and \
      \(told.count < troubled.count ? "\(HTMLText.number(told.count)) of the \(HTMLText.number(troubled.count))" : "all") \
      files that are cut short, were not recognised, or have rejects\(troubled.isEmpty ? ", which are none" : ""). \
      All files, with their hashes, are on the pages listed below.
      """)
    SourceTable.fillSums(list, report.sources)
    if !told.isEmpty { SourceTable.fill(list, told, asOf: report.run.asOf) }
    let links = try document.element("source-pages").set("class", "more").add("ul")
    for page in starts.indices.prefix(Self.toldPages) {
      links.add("li").add("a", title(of: page)).set("href", Self.name(of: page))
    }
    let rest = starts.count - Self.toldPages
    if rest > 0 { links.add("li", "and \(HTMLText.count(rest, "more page")): each page leads to the next") }
  }

  private func write(_ page: Int, to output: ([UInt8]) throws -> Void) throws {
    let document = try PageTemplate.document(
      report, section: "sources",
      neighbors: (page > 0 ? Self.name(of: page - 1) : nil, page + 1 < starts.count ? Self.name(of: page + 1) : nil))
    try document.element("sources-note").text(
      "The \(title(of: page)) of \(HTMLText.number(report.sources.count)).")
    let sources = sources(of: page)
    let body = SourceTable.body(in: try document.element("source-list"), count: sources.count)
    try document.write(sources, in: body, to: output) {
      SourceTable.add($0, asOf: report.run.asOf, to: body)
    }
  }
}

extension Report.Source {
  /// Whether a part of it may be missing from the audit.
  fileprivate var needsALook: Bool { !superseded && (truncated || rejected > 0 || kind == nil) }
}
