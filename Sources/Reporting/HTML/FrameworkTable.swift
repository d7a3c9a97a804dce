/// The tables of laws and terms: each requirement, and the rules that check it with what they found.
///
/// The state of a requirement stands in `report.json` and `findings.xlsx` alone: on the page, `met` would read as a
/// legal opinion.
enum FrameworkTable {
  static func fill(_ place: HTMLElement, _ frameworks: [Report.Framework], _ rules: [Report.Rule]) {
    let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    for framework in frameworks {
      let body = place.table(
        caption: framework.title, [("Requirement", false), ("Rules that check it, and what they found", false)])
      for requirement in framework.requirements {
        let row = body.add("tr")
        let name = row.add("th", class: "rule-name").set("scope", "row")
        name.text(requirement.id)
        name.add("span", class: "title tag", requirement.text)
        let found = row.add("td")
        if requirement.rules.isEmpty, requirement.disabled.isEmpty { found.text("no rule checks it") }
        // A rule may check more than this requirement, so each has its own numbers.
        for rule in requirement.rules { found.add("div", "\(rule): \(byID[rule].map(state) ?? "did not run")") }
        for rule in requirement.disabled { found.add("div", "\(rule): disabled by the configuration") }
      }
    }
  }

  /// The findings of a rule, in words.
  private static func state(of rule: Report.Rule) -> String {
    let counts = rule.counts
    var parts: [String] = []
    if counts.fail > 0 { parts.append(HTMLText.count(counts.fail, "failure")) }
    if counts.waived > 0 { parts.append("\(HTMLText.number(counts.waived)) waived") }
    if counts.inconclusive > 0 { parts.append("\(HTMLText.number(counts.inconclusive)) inconclusive") }
    if counts.pending > 0 { parts.append("\(HTMLText.number(counts.pending)) pending") }
    if counts.manual > 0 { parts.append("\(HTMLText.number(counts.manual)) manual") }
    if !rule.evaluated { parts.append("not evaluated") }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return counts.pass > 0 ? "no violation found" : "nothing to judge"
  }
}
