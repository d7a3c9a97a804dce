import Timestamps

/// What was accepted: the waivers, and the baseline that the gate held findings against.
enum BaselineSection {
  /// How many stale entries are named at most.
  private static let toldEntries = 20
  /// How many waivers stand in the table at most.
  private static let toldWaivers = 100

  static func fill(_ place: HTMLElement, _ baseline: Report.Baseline?) {
    guard let baseline else {
      place.add("p", "No baseline was used.")
      return
    }
    let matched = baseline.matched == baseline.entries ? "all" : HTMLText.number(baseline.matched)
    place.add(
      "p",
      """
      The baseline \(baseline.path) has \(HTMLText.count(baseline.entries, "entry", "entries")), \
      \(baseline.entries == 0 ? "none" : matched) of which \(baseline.matched == 1 ? "fails" : "fail") in this run.
      """)
    place.add("p", class: "hash mono", "SHA-256 \(baseline.sha256)")
    guard !baseline.stale.isEmpty else { return }
    place.add(
      "p",
      """
      \(HTMLText.count(baseline.stale.count, "entry is", "entries are")) stale: judged again and no longer failing. \
      Write a new baseline to remove \(baseline.stale.count == 1 ? "it" : "them"):
      """)
    let list = place.add("ul", class: "evidence")
    for id in baseline.stale.prefix(toldEntries) { list.add("li").add("code", id) }
    let rest = baseline.stale.count - toldEntries
    if rest > 0 { list.add("li", "and \(HTMLText.number(rest)) more, in report.json") }
  }

  static func fill(_ place: HTMLElement, _ waivers: [Report.WaiverEntry]) {
    guard !waivers.isEmpty else {
      place.add("p", "No waivers were supplied: no finding of this report is waived.")
      return
    }
    if waivers.count > toldWaivers {
      place.add(
        "p",
        """
        \(toldWaivers) of \(HTMLText.number(waivers.count)) waivers are listed here, those in force first; all are in \
        report.json.
        """)
    }
    let body = place.table(
      caption: HTMLText.count(min(waivers.count, toldWaivers), "waiver"),
      [
        ("State", false), ("Signed by", false), ("Requested by", false), ("Reason", false), ("Findings", false),
        ("From", false), ("Ends", false),
      ]
    )
    let inForce = waivers.filter(\.state.isInForce)
    for waiver in (inForce + waivers.filter { !$0.state.isInForce }).prefix(toldWaivers) {
      let row = body.add("tr")
      row.add("td", waiver.state.words)
      row.add("td", waiver.signedBy)
      row.add("td", waiver.requestedBy ?? "")
      row.add("td", waiver.ticket.map { "\(waiver.reason) (\($0))" } ?? waiver.reason)
      let findings = row.add("td", class: "mono")
      if let scope = waiver.scope { findings.add("div", scope.words) }
      findings.text(waiver.findings.prefix(5).joined(separator: ", "))
      if waiver.findings.count > 5 { findings.text(" and \(HTMLText.number(waiver.findings.count - 5)) more") }
      row.add("td").time(waiver.date)
      row.add("td", waiver.expires.readableEnd)
    }
  }
}

extension Report.WaiverState {
  fileprivate var isInForce: Bool { self == .active || self == .expiring }

  fileprivate var words: String {
    switch self {
    case .active: "active"
    case .expiring: "expires within 30 days"
    case .expired: "expired: it accepts nothing any more"
    case .unused: "unused: its findings no longer exist"
    case .unknown: "unknown: no run had its findings"
    case .notYet: "not yet in force"
    }
  }
}
