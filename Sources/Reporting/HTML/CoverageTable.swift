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
      row.add("th", class: "rule-name", kind.kind).set("scope", "row")
      guard kind.supplied else {
        tellMissing(kind, in: row.add("td", class: "note").set("colspan", String(columns.count - 1)))
        continue
      }
      for count in [kind.records, kind.matched, kind.unmatched] + (hasMemory ? [kind.remembered] : []) {
        row.add("td", class: "number", HTMLText.number(count))
      }
      for time in [kind.from, kind.to] {
        let cell = row.add("td")
        if let time { cell.time(time) } else { cell.text("–") }
      }
    }
  }

  private static func tellMissing(_ kind: Report.Coverage, in cell: HTMLElement) {
    guard kind.present else {
      cell.text("not supplied")
      return
    }
    cell.text("not supplied to this run; \(HTMLText.count(kind.remembered, "record")) remembered from earlier runs")
    guard let time = kind.capturedTo else { return }
    cell.text(", captured until ")
    cell.time(time)
  }
}
