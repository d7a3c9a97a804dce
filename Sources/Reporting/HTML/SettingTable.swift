/// The table of the values by which rules judged, and who set them.
enum SettingTable {
  static func fill(_ place: HTMLElement, _ settings: [Report.Setting]) {
    guard !settings.isEmpty else { return }
    place.add(
      "p",
      """
      The rules judged by the values below. A standard value is this program's choice, and a configured one is the \
      company's; neither is taken from a law. Where a requirement above names a limit, compare it with the value here.
      """)
    let body = place.table(
      caption: "Deadlines, limits and changed severities",
      [("Meaning", false), ("Value", false), ("Set by", false), ("Rules", false)])
    for setting in settings {
      let row = body.add("tr")
      let name = row.add("th", class: "rule-name").set("scope", "row")
      if let meaning = setting.meaning { name.add("span", class: "title").prose(meaning) }
      name.add("span", class: "tag", setting.key)
      row.add("td", setting.value)
      row.add("td", setting.isConfigured ? "the configuration" : "standard")
      row.add("td", setting.rules.joined(separator: ", "))
    }
  }
}
