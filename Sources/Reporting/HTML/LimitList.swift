/// What the report does not prove, a line each; of one kind of limit the first, and how many more there are.
enum LimitList {
  /// How many of each code stand in it at most.
  private static let limit = 20

  static func fill(_ list: HTMLElement, _ limits: [Report.Limit]) {
    var told: [String?: Int] = [:]
    for limit in limits {
      told[limit.code, default: 0] += 1
      if let count = told[limit.code], count <= Self.limit { list.add("li").prose(limit.text) }
    }
    let rest = told.values.reduce(0) { $0 + max(0, $1 - limit) }
    if rest > 0 { list.add("li", "\(HTMLText.number(rest)) more of the same kinds are in report.json.") }
  }
}
