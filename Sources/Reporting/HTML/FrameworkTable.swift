/// The tables of laws and terms: each requirement, the rules that check it, and its state.
enum FrameworkTable {
  static func fill(_ place: HTMLElement, _ frameworks: [Report.Framework], _ rules: [Report.Rule]) {
    let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    for framework in frameworks {
      let body = place.table(
        caption: framework.title, [("Requirement", false), ("Rules", false), ("State", false)])
      for requirement in framework.requirements {
        let row = body.add("tr")
        let name = row.add("th", class: "rule-name").set("scope", "row")
        name.text(requirement.id)
        name.add("span", class: "title tag", requirement.text)
        let covering = requirement.rules.compactMap { byID[$0] }
        row.add("td", requirement.rules.isEmpty ? "no rule checks it" : requirement.rules.joined(separator: ", "))
        row.add("td", state(of: covering))
      }
    }
  }

  /// The findings of all rules of a requirement, in words.
  private static func state(of rules: [Report.Rule]) -> String {
    guard !rules.isEmpty else { return "not checked" }
    let fails = rules.reduce(0) { $0 + $1.counts.fail }
    let inconclusive = rules.reduce(0) { $0 + $1.counts.inconclusive }
    let waived = rules.reduce(0) { $0 + $1.counts.waived }
    let pending = rules.reduce(0) { $0 + $1.counts.pending }
    var parts: [String] = []
    if fails > 0 { parts.append(HTMLText.count(fails, "failure")) }
    if waived > 0 { parts.append("\(HTMLText.number(waived)) waived") }
    if inconclusive > 0 { parts.append("\(HTMLText.number(inconclusive)) inconclusive") }
    if pending > 0 { parts.append("\(HTMLText.number(pending)) pending") }
    if rules.contains(where: { !$0.evaluated }) { parts.append("a rule was not evaluated") }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    let isJudged = rules.contains { $0.counts.pass > 0 || $0.counts.manual > 0 }
    return isJudged ? "no violation found" : "nothing to judge"
  }
}
