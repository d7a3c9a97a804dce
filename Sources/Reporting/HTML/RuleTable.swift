import Vocabulary

/// The table of rules with their verdicts, the most severe first.
enum RuleTable {
  static func fill(_ place: HTMLElement, _ rules: [Report.Rule]) {
    let verdicts: [Verdict] = [.fail, .inconclusive, .pending, .manual, .pass]
    let body = place.table(
      caption: "Verdicts by rule",
      [("Rule", false), ("Severity", false)] + verdicts.map { ($0.rawValue, true) } + [("waived", true)])
    for rule in rules.sorted(by: { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }) {
      let row = body.add("tr")
      let name = row.add("th", class: "rule-name").set("scope", "row")
      name.text(rule.id)
      name.add("span", class: "title tag").prose(rule.title)
      if let period = rule.guidance?.period { name.add("span", class: "title tag", "In force \(period).") }
      let total = verdicts.reduce(0) { $0 + rule.counts.count(of: $1) }
      if !rule.evaluated {
        name.add("span", class: "title note").prose("Not evaluated." + (rule.notEvaluated.map { " \($0)" } ?? ""))
      }
      if total > 0 {
        // Hidden from screen readers: the cells beside it have the numbers.
        let bar = name.add("svg", class: "bar").set("viewBox", "0 0 1000 1").set("preserveAspectRatio", "none")
        bar.set("aria-hidden", "true")
        var sum = 0
        for verdict in verdicts where rule.counts.count(of: verdict) > 0 {
          let start = sum * 1000 / total
          sum += rule.counts.count(of: verdict)
          // What there is one of in a million is seen, too.
          bar.add("rect", class: verdict.rawValue).set("x", "\(start)").set("height", "1")
            .set("width", "\(max(4, sum * 1000 / total - start))")
        }
      }
      if rule.evaluated, total == 0, rule.counts.waived == 0 {
        name.add("span", class: "title tag", "Nothing to judge.")
      }
      row.add("td", rule.severity.rawValue)
      for count in verdicts.map({ rule.counts.count(of: $0) }) + [rule.counts.waived] {
        // What was not evaluated has no zero: nothing was looked for.
        row.add("td", class: "number", count == 0 && !rule.evaluated ? "–" : HTMLText.number(count))
      }
    }
  }
}
