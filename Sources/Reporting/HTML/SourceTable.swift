import Timestamps

/// The table of sources, with their rejects.
enum SourceTable {
  static func fill(_ place: HTMLElement, _ sources: [Report.Source]) {
    let body = place.table(
      caption: HTMLText.count(sources.count, "file"),
      [("File", false), ("Kind", false), ("Records", true), ("Rejected", true), ("Bytes", true), ("Captured", false)])
    for source in sources {
      let row = body.add("tr")
      let name = row.add("td")
      name.text(source.path)
      name.add("div", class: "hash mono", "SHA-256 \(source.sha256)")
      if source.truncated { name.add("div", "Breaks off; the records before the break were used.") }
      row.add("td", source.kind.map { "\($0) (\(source.format ?? ""))" } ?? "not recognised")
      row.add("td", class: "number", HTMLText.number(source.records))
      row.add("td", class: "number", HTMLText.number(source.rejected))
      row.add("td", class: "number", HTMLText.number(Int(source.bytes)))
      row.add("td").time(source.capturedAt)
      guard !source.rejects.isEmpty else { continue }
      let rejects = body.add("tr").add("td").set("colspan", "6")
      rejects.add(
        "p",
        source.rejected > source.rejects.count
          ? "The first \(source.rejects.count) of \(HTMLText.number(source.rejected)) rejects of \(source.path):"
          : "\(HTMLText.count(source.rejected, "reject")) of \(source.path):")
      let list = rejects.add("ul", class: "evidence")
      for reject in source.rejects { list.add("li", "\(reject.locator): \(reject.reason)") }
    }
  }
}
