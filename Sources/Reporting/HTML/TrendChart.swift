import Timestamps
import Vocabulary

/// Failing and inconclusive verdicts of the last runs: bars, and the same numbers as a table.
struct TrendChart {
  private let points: [Report.TrendPoint]

  /// With the report's own run as the last.
  init(_ report: Report) {
    let own = Report.TrendPoint(
      run: report.run.id, asOf: report.run.asOf, outcome: report.gate.outcome,
      fail: report.rules.reduce(0) { $0 + $1.counts.fail },
      inconclusive: report.rules.reduce(0) { $0 + $1.counts.inconclusive },
      new: report.findings.tally.new, resolved: report.resolved.count)
    points = report.trend + [own]
  }

  func add(to place: HTMLElement) {
    let figure = place.add("figure", class: "trend")
    chart(in: figure)
    figure.add(
      "figcaption",
      """
      Failing (lower part) and inconclusive (upper part) verdicts of the last \(HTMLText.count(points.count, "run")), \
      this one last.
      """)
    let details = figure.add("details")
    details.add("summary", "The numbers")
    let body = details.table(
      caption: "The last \(HTMLText.count(points.count, "run")), oldest first",
      [("As of", false), ("Outcome", false), ("Fail", true), ("Inconclusive", true), ("New", true), ("Resolved", true)])
    for point in points {
      let row = body.add("tr")
      row.add("td").time(point.asOf)
      row.add("td", point.outcome.rawValue)
      for count in [point.fail, point.inconclusive, point.new, point.resolved] {
        row.add("td", class: "number", HTMLText.number(count))
      }
    }
  }

  private static let (step, height) = (20, 80)

  private func chart(in figure: HTMLElement) {
    let most = max(1, points.map { $0.fail + $0.inconclusive }.max() ?? 1)
    let width = points.count * Self.step
    let image = figure.add("svg").set("viewBox", "0 0 \(width) \(Self.height + 2)").set("role", "img")
    image.set("aria-label", label).set("width", "\(width * 2)")
    func bar(_ at: Int, _ low: Int, _ count: Int, _ name: String) {
      guard count > 0 else { return }
      // A bar that stands for something is seen.
      let size = max(1, count * Self.height / most)
      image.add("rect", class: name).set("x", "\(at * Self.step + 3)").set("width", "\(Self.step - 6)")
        .set("y", "\(Self.height - low - size)").set("height", "\(size)")
    }
    for (index, point) in points.enumerated() {
      bar(index, 0, point.fail, "fail")
      bar(index, point.fail * Self.height / most, point.inconclusive, "inconclusive")
    }
    image.add("line", class: "base").set("x1", "0").set("x2", "\(width)").set("y1", "\(Self.height)").set(
      "y2", "\(Self.height)")
  }

  private var label: String {
    let last = points[points.count - 1]
    let before = points.count > 1 ? ", \(HTMLText.number(points[points.count - 2].fail)) in the previous run" : ""
    return "\(HTMLText.number(last.fail)) failing verdicts in this run\(before)"
  }
}
