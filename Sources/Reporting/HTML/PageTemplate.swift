import Crypto
import Foundation
import Timestamps

/// The template of the report and of the pages beside it, with style and script in it.
enum PageTemplate {
  /// The page as a tree, with the facts at its head.
  ///
  /// - Throws: `HTMLDocument.Failure`.
  static func document(_ report: Report) throws -> HTMLDocument {
    let document = try HTMLDocument(template: try file("report.html"))
    try embed(document, report)
    let facts = try document.element("facts")
    if let project = report.run.project { facts.fact("Project") { $0.text(project) } }
    facts.fact("As of") { $0.time(report.run.asOf) }
    facts.fact("Written") { $0.time(report.run.finishedAt) }
    if let host = report.run.host {
      facts.fact("Run by") { $0.text(report.run.user.map { "\($0) on \(host)" } ?? host) }
    }
    return document
  }

  /// A page beside the report: one section of it, and ways back and on.
  ///
  /// - Parameter neighbors: the names of the pages before and after it.
  /// - Throws: `HTMLDocument.Failure`.
  static func document(
    _ report: Report, section: String, neighbors: (previous: String?, next: String?)
  ) throws -> HTMLDocument {
    let document = try Self.document(report)
    let main = try document.first("main")
    main.removeElements(except: section)
    try document.first("body").set("class", "beside")
    try document.first("a").set("href", "#\(section)")
    try document.element("facts").fact("Pages") { links in
      links.add("a", "Back to the report").set("href", "report.html")
      for (name, page) in [("Previous page", neighbors.previous), ("Next page", neighbors.next)] {
        guard let page else { continue }
        links.text(", ")
        links.add("a", name).set("href", page)
      }
    }
    return document
  }

  /// Puts style and script into the page. The template links to them as files, so that it opens in a browser as it is.
  /// Nothing but these two runs or paints: the policy names them by their hashes.
  private static func embed(_ document: HTMLDocument, _ report: Report) throws {
    let style = try file("report.css") + footer(report)
    try document.first("link").remove()
    try document.first("head").add("style").raw(style)
    let script = try file("report.js")
    try document.first("script").remove()
    try document.first("body").add("script").raw(script)
    try document.element("policy").set(
      "content",
      """
      default-src 'none'; style-src '\(digest(style))'; script-src 'self' '\(digest(script))'; base-uri 'none'; \
      form-action 'none'
      """)
  }

  private static func digest(_ text: String) -> String {
    "sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())"
  }

  /// What stands at the foot of each printed page, so that a page that is lost finds its report.
  private static func footer(_ report: Report) -> String {
    let project = report.run.project.map { "\($0.prefix(60)), " } ?? ""
    let text = "relay-audit: \(project)as of \(HTMLText.time(report.run.asOf)), run \(report.run.id.prefix(8))"
    // By numbers, so that the text is ASCII, and ends neither the string nor the style.
    let content = text.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", ":", "-": String(scalar)
      default: "\\\(String(scalar.value, radix: 16)) "
      }
    }.joined()
    return "@media print { @page { @bottom-left { content: \"\(content)\" } } }\n"
  }

  private static func file(_ name: String) throws -> String {
    guard let file = EmbeddedFiles.all.first(where: { $0.path == name }) else {
      throw HTMLDocument.Failure(problem: "the report's \(name) is missing")
    }
    return file.text
  }
}
