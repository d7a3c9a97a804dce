import Timestamps

/// What was audited: the relay addresses, and the evidence by kind, read by this run and remembered from earlier ones.
enum CoverageTable {
  /// How many relay domains are named at most.
  private static let domains = 20

  static func fill(_ place: HTMLElement, _ report: Report) {
    fill(place, report.population)
    fill(place, report.coverage)
  }

  private static func fill(_ place: HTMLElement, _ population: Report.Population) {
    let domains = population.byRelayDomain.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (domain, count) in domains.prefix(Self.domains) {
      place.add("p", "\(HTMLText.count(count, "relay address", "relay addresses")) at \(domain).")
    }
    if domains.count > Self.domains {
      let rest = domains.dropFirst(Self.domains)
      place.add(
        "p",
        """
        \(HTMLText.count(rest.reduce(0) { $0 + $1.value }, "relay address", "relay addresses")) at \
        \(HTMLText.count(rest.count, "more domain")), listed in report.json.
        """)
    }
    guard population.anonymityUnknown > 0 else { return }
    let unknown = population.anonymityUnknown
    place.add(
      "p",
      """
      \(HTMLText.count(unknown, "account")) with an Apple credential \(unknown == 1 ? "has" : "have") no address at \
      all: whether \(unknown == 1 ? "it is" : "they are") anonymized is unknown.
      """)
  }

  private static func fill(_ place: HTMLElement, _ coverage: [Report.Coverage]) {
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
