import Timestamps

/// The table of evidence by kind: what this run read, and what is remembered from earlier ones.
enum CoverageTable {
  static func fill(_ place: HTMLElement, _ coverage: [Report.Coverage]) {
    let hasMemory = coverage.contains { $0.remembered > 0 }
    let columns =
      [("Kind", false), ("Records", true), ("Matched", true), ("Unmatched", true)]
      + (hasMemory ? [("Remembered", true)] : []) + [("From", false), ("To", false)]
    let body = place.table(caption: "Evidence by kind; a record is matched if it names an account", columns)
    for kind in coverage {
      let row = body.add("tr")
      let name = row.add("th", class: "rule-name").set("scope", "row")
      name.text(kind.kind)
      guard kind.present else {
        row.add("td", class: "note", "not supplied").set("colspan", String(columns.count - 1))
        continue
      }
      tellMemory(kind, in: name)
      for count in [kind.records, kind.matched, kind.unmatched] + (hasMemory ? [kind.remembered] : []) {
        row.add("td", class: "number", HTMLText.number(count))
      }
      for time in [kind.from, kind.to] {
        let cell = row.add("td")
        if let time { cell.time(time) } else { cell.text("–") }
      }
    }
  }

  private static func tellMemory(_ kind: Report.Coverage, in name: HTMLElement) {
    if !kind.supplied { name.add("span", class: "title note", "Not supplied to this run.") }
    guard kind.remembered > 0 else { return }
    let note = name.add("span", class: "title tag")
    note.text("\(HTMLText.count(kind.remembered, "record")) remembered from earlier runs")
    if let time = kind.capturedTo, !kind.supplied {
      note.text(", captured until ")
      note.time(time)
    }
    note.text(".")
  }
}
