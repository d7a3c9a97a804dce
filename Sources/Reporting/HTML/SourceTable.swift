import Timestamps

/// The table of sources, with their rejects.
enum SourceTable {
  /// A file that is as young as this when the run starts may be a copy of an old one.
  private static let fresh = TimeSpan.minutes(10)

  /// How many files, and how many rejects of each, stand in it at most.
  private static let (limit, rejectLimit) = (200, 10)

  /// - Parameter startedAt: when the run started.
  static func fill(_ place: HTMLElement, _ sources: [Report.Source], startedAt: Timestamp) {
    if sources.count > limit {
      place.add("p", "\(limit) of \(HTMLText.number(sources.count)) files stand here; all are in report.json.")
    }
    let body = place.table(
      caption: HTMLText.count(min(sources.count, limit), "file"),
      [("File", false), ("Kind", false), ("Records", true), ("Rejected", true), ("Bytes", true), ("Captured", false)])
    for source in sources.prefix(limit) {
      let row = body.add("tr")
      let name = row.add("td")
      name.text(source.path)
      name.add("div", class: "hash mono", "SHA-256 \(source.sha256)")
      if source.superseded {
        name.add("div", class: "note", "Not read: a newer copy of the same snapshot is among the files.")
      }
      if source.truncated { name.add("div", "Breaks off; the records before the break were used.") }
      row.add(
        "td", source.kind.map { "\($0) (\(source.format ?? ""))" } ?? (source.superseded ? "–" : "not recognised"))
      let records = row.add("td", class: "number", HTMLText.number(source.records))
      if source.skipped > 0 { records.add("div", class: "tag", "\(HTMLText.number(source.skipped)) skipped") }
      row.add("td", class: "number", HTMLText.number(source.rejected))
      row.add("td", class: "number", HTMLText.number(Int(source.bytes)))
      let captured = row.add("td")
      captured.time(source.capturedAt)
      if let origin = origin(of: source, startedAt) { captured.add("div", class: "tag", origin) }
      guard !source.rejects.isEmpty else { continue }
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
  }

  /// What says when a source was captured, in words.
  private static func origin(of source: Report.Source, _ startedAt: Timestamp) -> String? {
    switch source.capturedFrom {
    case "configuration": "from the configuration"
    case "flag": "from --captured-at"
    case "name": "from its name or its folder's"
    case "file-time" where source.capturedAt + fresh >= startedAt:
      "from its modification time, minutes before the run: a copy of an old file has one as well"
    case "file-time": "from its modification time"
    default: nil
    }
  }
}
