import Timestamps

/// The table of evidence by kind: what this run read, and what is remembered from earlier ones.
enum CoverageTable {
  private static let columns: [(String, isNumber: Bool)] = [
    ("Kind", false), ("Records", true), ("Match an account", true), ("Match none", true), ("Remembered", true),
    ("From", false), ("To", false),
  ]

  static func fill(_ place: HTMLElement, _ coverage: [Report.Coverage]) {
    let body = place.table(caption: "Evidence by kind", columns)
    for kind in coverage {
      let row = body.add("tr")
      let name = row.add("th", class: "rule-name").set("scope", "row")
      name.text(kind.kind)
      guard kind.present else {
        row.add("td", class: "note", "not supplied").set("colspan", String(columns.count - 1))
        continue
      }
      tellMemory(kind, in: name)
      for count in [kind.records, kind.matched, kind.unmatched, kind.remembered] {
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
