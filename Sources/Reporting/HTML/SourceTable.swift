import Timestamps

/// The table of sources, with their rejects.
enum SourceTable {
  /// How many rejects of a file stand in it at most.
  private static let rejectLimit = 10

  /// - Parameter asOf: the time of the audit.
  static func fill(_ place: HTMLElement, _ sources: some Collection<Report.Source>, asOf: Timestamp) {
    let body = body(in: place, count: sources.count)
    for source in sources { add(source, asOf: asOf, to: body) }
  }

  static func body(in place: HTMLElement, count: Int) -> HTMLElement {
    place.table(
      caption: HTMLText.count(count, "file"),
      [("File", false), ("Kind", false), ("Records", true), ("Rejected", true), ("Bytes", true), ("Captured", false)])
  }

  /// A line for each kind.
  static func fillSums(_ place: HTMLElement, _ sources: [Report.Source]) {
    let body = place.table(
      caption: "Files by kind",
      [
        ("Kind", false), ("Files", true), ("Not read", true), ("Cut short", true), ("Records", true),
        ("Rejected", true), ("Bytes", true),
      ])
    let kinds = Dictionary(grouping: sources) { $0.kind ?? ($0.superseded ? "superseded" : "not recognised") }
    for (kind, sources) in kinds.sorted(by: { $0.key < $1.key }) {
      let row = body.add("tr")
      row.add("th", class: "rule-name", kind).set("scope", "row")
      for count in [
        sources.count, sources.count(where: \.superseded), sources.count(where: \.truncated),
        sources.reduce(0) { $0 + $1.records }, sources.reduce(0) { $0 + $1.rejected },
        Int(sources.reduce(0) { $0 + $1.bytes }),
      ] {
        row.add("td", class: "number", HTMLText.number(count))
      }
    }
  }

  static func add(_ source: Report.Source, asOf: Timestamp, to body: HTMLElement) {
    let row = body.add("tr")
    let name = row.add("td")
    name.text(source.path)
    name.add("div", class: "hash mono", "SHA-256 \(source.sha256)")
    if source.superseded {
      name.add(
        "div", class: "note",
        "Not read: a newer copy of this file is among the sources, or was read by an earlier run.")
    }
    if source.truncated { name.add("div", class: "note", "Cut short; the records before the break were used.") }
    row.add("td", source.kind.map { "\($0) (\(source.format ?? ""))" } ?? (source.superseded ? "–" : "not recognised"))
    let records = row.add("td", class: "number", HTMLText.number(source.records))
    if source.skipped > 0 { records.add("div", class: "tag", "\(HTMLText.number(source.skipped)) skipped") }
    row.add("td", class: "number", HTMLText.number(source.rejected))
    row.add("td", class: "number", HTMLText.number(Int(source.bytes)))
    let captured = row.add("td")
    captured.time(source.capturedAt)
    if let origin = origin(of: source, asOf) { captured.add("div", class: "tag", origin) }
    guard !source.rejects.isEmpty else { return }
    let rejects = body.add("tr").add("td").set("colspan", "6")
    let shown = min(source.rejects.count, rejectLimit)
    rejects.add(
      "p",
      source.rejected > shown
        ? "The first \(shown) of \(HTMLText.number(source.rejected)) rejects of \(source.path):"
        : "\(HTMLText.count(source.rejected, "reject")) of \(source.path):")
    let list = rejects.add("ul", class: "evidence")
    for reject in source.rejects.prefix(shown) { list.add("li", "\(reject.locator): \(reject.reason)") }
  }

  /// What says when a source was captured, in words.
  private static func origin(of source: Report.Source, _ asOf: Timestamp) -> String? {
    switch source.capturedFrom {
    case "configuration": "from the configuration"
    case "flag": "from --captured-at"
    case "name": "from its name or its folder's"
    case "file-time" where source.isFresh(asOf: asOf):
      "from its modification time, within 10 minutes of the audit's; a copy of an old file has such a time as well"
    case "file-time": "from its modification time"
    default: nil
    }
  }
}
