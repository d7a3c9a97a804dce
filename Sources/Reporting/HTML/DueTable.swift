import Timestamps
import Vocabulary

/// Pending findings by the day on which they will fail.
enum DueTable {
  /// How many days stand one by one.
  private static let days = 7

  /// How many rules of a day are named.
  private static let rules = 5

  /// - Returns: whether anything is pending.
  static func fill(_ place: HTMLElement, _ report: Report) -> Bool {
    let day: Int64 = 86_400_000
    var byDay: [Int64: [String: Int]] = [:]
    for finding in report.findings where finding.verdict == .pending && finding.waiver == nil {
      guard let due = finding.dueAt else { continue }
      byDay[due.milliseconds / day, default: [:]][finding.rule, default: 0] += 1
    }
    guard !byDay.isEmpty else { return false }
    let last = report.run.asOf.milliseconds / day + Int64(days)
    let near = byDay.filter { $0.key <= last }.sorted { $0.key < $1.key }
    let later = byDay.filter { $0.key > last }
    let soon = near.reduce(0) { $0 + $1.value.values.reduce(0, +) }
    let rest = later.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    place.add(
      "p",
      """
      \(HTMLText.count(soon, "pending finding")) will fail within a week unless something is done\
      \(rest > 0 ? "; \(HTMLText.number(rest)) more are due later" : "").
      """)
    guard !near.isEmpty else { return true }
    let body = place.table(caption: "Due within a week", [("Due", false), ("Findings", true), ("Rules", false)])
    for (number, rules) in near {
      let row = body.add("tr")
      let time = Timestamp(milliseconds: number * day)
      row.add("td").add("time", HTMLText.date(time)).set("datetime", String(time.rfc3339.prefix(10)))
      row.add("td", class: "number", HTMLText.number(rules.values.reduce(0, +)))
      let most = rules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      var names = most.prefix(Self.rules).map { "\(HTMLText.number($0.value)) \($0.key)" }
      if most.count > Self.rules { names.append(HTMLText.count(most.count - Self.rules, "more rule")) }
      row.add("td", names.joined(separator: ", "))
    }
    return true
  }
}
