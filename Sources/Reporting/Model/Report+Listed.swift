import Vocabulary

/// What `report.json` and the pages list of the findings, where one rule has very many (`reports.max_findings`). Counts
/// are of all findings, and so is what the store keeps.
extension Report {
  /// Whether some findings are listed in no more than findings.csv, and in formats that are no lists for people.
  package var isCut: Bool { listed != nil }

  /// Which file lists all findings.
  var fileOfAll: String { isCut ? FindingsCSV().file : JSONRenderer().file }

  /// Tells which findings are listed, from one to the next: a rule's stand in a row, and its first ones are listed.
  struct Listing {
    private let limit: Int?
    private var rule: String?
    private var count = 0

    init(_ report: Report) { limit = report.listed }

    /// - Parameter finding: the next one of the report.
    mutating func isNextListed(_ finding: Finding) -> Bool {
      guard let limit else { return true }
      if finding.rule != rule { (rule, count) = (finding.rule, 0) }
      count += 1
      return count <= limit
    }
  }

  /// The findings that are listed, or those that are not, one after another.
  struct Listed: Sequence, IteratorProtocol {
    private var findings: FindingArray.Iterator
    private var listing: Listing
    private let isListed: Bool

    init(_ report: Report, isListed: Bool) {
      findings = report.findings.makeIterator()
      listing = Listing(report)
      self.isListed = isListed
    }

    mutating func next() -> Finding? {
      while let finding = findings.next() {
        if listing.isNextListed(finding) == isListed { return finding }
      }
      return nil
    }
  }

  /// Adds the findings that are not listed, each behind its rule's others.
  ///
  /// - Throws: `CannotWrite`.
  mutating func insert(_ more: FindingArray) throws {
    guard !more.isEmpty else { return }
    var all = FindingArray.Builder()
    var rest = more.makeIterator()
    var next = rest.next()
    func add(while isNext: (Finding) -> Bool) throws {
      while let finding = next, isNext(finding) {
        try all.append(finding)
        next = rest.next()
      }
    }
    for finding in findings {
      try add { $0.severity > finding.severity || $0.severity == finding.severity && $0.rule < finding.rule }
      try all.append(finding)
    }
    try add { _ in true }
    for findings in [findings, more] { try findings.check() }
    findings = try all.finish()
  }

  /// Leaves findings of each rule beyond this number out of lists, and says so.
  package mutating func list(atMost limit: Int) {
    let counts = findings.tally.byRule.mapValues(\.count).filter { $0.value > limit }
    guard !counts.isEmpty else { return }
    listed = limit
    limits += counts.sorted { $0.key < $1.key }.map { rule, count in
      Limit(
        code: Self.cutCode,
        text: """
          The rule `\(rule)` has \(HTMLText.number(count)) findings. report.json and report.html list \
          \(limit == 0 ? "none of them" : "the first \(HTMLText.number(limit))") (`reports.max_findings`). \
          findings.csv lists all of them, and every count includes them.
          """)
    }
  }

  package static let cutCode = "findings-cut"
}
