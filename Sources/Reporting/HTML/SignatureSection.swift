import Vocabulary

/// Who accepted the report, and what to sign for whoever accepts it by hand.
enum SignatureSection {
  static func fill(_ document: HTMLDocument, _ report: Report) throws {
    let facts = try document.element("signed-facts")
    facts.fact("Outcome") { $0.text(report.gate.outcome.rawValue) }
    facts.fact("Verdict") { $0.text(report.verdictSentence) }
    facts.fact("Findings") { $0.text(totals(report)) }
    facts.fact("Waived") { $0.text(report.waivedClause.map { "\($0)." } ?? "Nothing.") }
    facts.fact("Not proven") { place in
      place.text("\(HTMLText.count(report.limits.count, "limit")): ")
      place.add("a", "what this report does not prove").set("href", "#limits")
      place.text(".")
    }
    fill(try document.element("sign-offs"), report.signOffs)
    let statement = try document.element("statement")
    guard let lines = SignOffStatement(report)?.lines else { return }
    statement.add("p").prose(
      """
      This is the statement that `relay-audit sign-off` signs. It adds the name, the time and a note. The 1 in \
      its first line is the version of the statement's form. “report” is report.json.
      """)
    statement.add("pre", lines.joined(separator: "\n"))
    statement.add(
      "p",
      """
      The ledger of all runs has this report under the number and hash in the last line. Keep a copy of that line \
      elsewhere: relay-audit verify --head, given that line, shows whether this entry or an earlier one was changed \
      since.
      """)
  }

  /// `4,000: 3,800 fail, 200 pending`.
  private static func totals(_ report: Report) -> String {
    guard !report.findings.isEmpty else { return "None." }
    return "\(HTMLText.number(report.findings.count)): \(CauseTable.words(report.findings.tally.total))."
  }

  private static func fill(_ list: HTMLElement, _ signOffs: [Report.SignOff]) {
    guard !signOffs.isEmpty else { return }
    let rows = list.table(
      caption: "Accepted by", [("Name", false), ("When", false), ("Note", false), ("Signature", false)])
    for signOff in signOffs {
      let row = rows.add("tr")
      row.add("td", signOff.name ?? "removed")
      row.add("td").time(signOff.at)
      row.add("td", signOff.note ?? "removed")
      row.add("td", signOff.isSigned ? "by key; checked by verify --allowed-signers" : "none")
    }
  }
}
