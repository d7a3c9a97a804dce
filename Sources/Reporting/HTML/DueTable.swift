import Timestamps
import Vocabulary

/// What has a deadline that has not passed, by its day: pending findings, which will fail then, and inconclusive ones.
enum DueTable {
  /// How many days stand one by one.
  private static let days = 7

  /// How many rules of a day are named.
  private static let rules = 5

  private struct Day {
    var pending = 0
    var inconclusive = 0
    var byRule: [String: Int] = [:]

    mutating func count(_ finding: Report.Finding) {
      if finding.verdict == .pending { pending += 1 } else { inconclusive += 1 }
      byRule[finding.rule, default: 0] += 1
    }
  }

  /// - Returns: whether any deadline is still to come.
  static func fill(_ place: HTMLElement, _ report: Report) -> Bool {
    let day = TimeSpan.day.milliseconds
    var byDay: [Int64: Day] = [:]
    report.findings.visitEach { finding in
      guard let due = report.comingDeadline(of: finding) else { return }
      let number = due.milliseconds / day
      byDay[number, default: Day()].count(finding)
    }
    guard !byDay.isEmpty else { return false }
    let last = report.run.asOf.milliseconds / day + Int64(days)
    let near = byDay.filter { $0.key <= last }.sorted { $0.key < $1.key }
    place.add("p", sentence(near.map(\.value), later: byDay.filter { $0.key > last }.map(\.value)))
    guard !near.isEmpty else { return true }
    let body = place.table(
      caption: "Due within a week", [("Due", false), ("Pending", true), ("Inconclusive", true), ("Rules", false)])
    for (number, findings) in near {
      let row = body.add("tr")
      let time = Timestamp(milliseconds: number * day)
      row.add("td").add("time", HTMLText.date(time)).set("datetime", String(time.rfc3339.prefix(10)))
      for count in [findings.pending, findings.inconclusive] { row.add("td", class: "number", HTMLText.number(count)) }
      let most = findings.byRule.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      var names = most.prefix(Self.rules).map { "\(HTMLText.number($0.value)) \($0.key)" }
      if most.count > Self.rules { names.append(HTMLText.count(most.count - Self.rules, "more rule")) }
      row.add("td", names.joined(separator: ", "))
    }
    return true
  }

  private static func sentence(_ near: [Day], later: [Day]) -> String {
    let soon = near.reduce(0) { $0 + $1.pending }
    let rest = later.reduce(0) { $0 + $1.pending }
    let unclear = near.reduce(0) { $0 + $1.inconclusive }
    var parts: [String] = []
    let later = "\(HTMLText.number(rest))\(soon > 0 ? " more" : "") \(rest == 1 ? "is" : "are") due later"
    if soon > 0 {
      parts.append(
        "\(HTMLText.count(soon, "pending finding")) will fail within a week unless something is done"
          + (rest > 0 ? "; \(later)." : "."))
    } else if rest > 0 {
      parts.append("No pending finding is due within a week; \(later).")
    }
    if unclear > 0 {
      let are = unclear == 1 ? "is" : "are"
      parts.append("\(HTMLText.count(unclear, "inconclusive finding")) \(are) due within a week.")
    }
    if parts.isEmpty { parts.append("Inconclusive findings are due later.") }
    return (parts + ["Overdue findings are listed under Causes."]).joined(separator: " ")
  }
}
