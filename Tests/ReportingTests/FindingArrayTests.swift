import Foundation
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

/// Findings in a file are the same as in memory.
@Suite struct FindingArrayTests {
  private static let waiver = Waiver(
    signedBy: "A. Person", date: Fixture.asOf, expires: Fixture.asOf + .days(1), reason: "")

  /// In no order, with everything that a finding may have or lack.
  private func findings(_ count: Int) -> [Report.Finding] {
    (0..<count).map { number in
      var finding = Fixture.finding(number % 7)
      finding.id = "ra-\(String(format: "%016x", number &* 7919 % 1_000_003))"
      finding.rule = number % 2 == 0 ? "consent/link-email" : "consent/link-phone"
      finding.subject.uid = number % 11 == 0 ? nil : "user-\(number % 97) é"
      finding.subject.email = number % 3 == 0 ? nil : ""
      finding.object = number % 5 == 0 ? nil : "object \(number % 4)"
      finding.dueAt = number % 4 == 0 ? nil : Fixture.asOf + .hours(Int64(number))
      finding.waiver = number % 6 == 0 ? Self.waiver : nil
      finding.judgedIn = number % 8 == 0 ? nil : "run"
      if number % 9 == 0 { finding.evidence = [] }
      finding.hidden.value = HiddenNames(
        uid: number % 3 == 0 ? nil : "h:\(number)", object: number % 5 == 0 ? nil : "h:\(number % 4)")
      return finding
    }
  }

  private func list(_ findings: [Report.Finding], limit: Int, sorts: Bool = false) throws -> FindingArray {
    var builder = FindingArray.Builder(limit: limit, sorts: sorts)
    for finding in findings { try builder.append(finding) }
    return try builder.finish()
  }

  @Test func aFileHasTheSame() throws {
    let findings = findings(2000)
    let list = try list(findings, limit: 10)
    #expect(list.isInFile && list.count == 2000 && list.elementsEqual(findings))
    #expect(list == FindingArray(findings) && list.array == findings)
    #expect(list.map(\.hidden.value) == findings.map(\.hidden.value))
    for index in [0, 1, 1999, 700, 3] { #expect(list[index] == findings[index]) }
    // Two readers at a time.
    #expect(zip(list, list.dropFirst()).allSatisfy { $0 != $1 })
    #expect(try !self.list(findings, limit: 2000).isInFile)
  }

  @Test(arguments: [0, 10, 5000]) func theyComeInOrder(limit: Int) throws {
    let findings = findings(2000)
    let sorted = findings.sorted(by: Report.Finding.precedes)
    for rule in ["consent/link-email", "consent/link-phone"] {
      let mine = findings.filter { $0.rule == rule }
      let expected = sorted.filter { $0.rule == rule }
      #expect(try Array(list(mine, limit: limit, sorts: true)) == expected)
      // By account, as rules answer: only the findings of one account are in another order.
      let byAccount = expected.sorted { ($0.subject.uid ?? "", $0.id) < ($1.subject.uid ?? "", $1.id) }
      #expect(try Array(list(byAccount, limit: limit, sorts: true)) == expected)
    }
    var whole = try list(findings, limit: limit)
    try whole.sort()
    #expect(Array(whole) == sorted)
  }

  @Test(arguments: [0, 5000]) func theyAreChanged(limit: Int) throws {
    let sorted = findings(500).sorted(by: Report.Finding.precedes)
    var list = try list(sorted, limit: limit)
    let before = list
    try list.changeEach { $0.message += " again" }
    #expect(list.isInFile == (limit == 0) && list.allSatisfy { $0.message.hasSuffix(" again") })
    #expect(Array(before) == sorted)

    var other = before
    let gone = FindingIDs(sorted.prefix(100).map(\.id))
    let new = findings(560).suffix(60).sorted(by: Report.Finding.precedes)
    var inMemory = FindingArray(sorted)
    try other.replace(gone, by: FindingArray(new))
    try inMemory.replace(gone, by: self.list(new, limit: limit))
    #expect(Array(inMemory) == Array(other) && inMemory.isInFile == other.isInFile)
    let expected = (sorted.filter { !gone.contains($0.id) } + new).sorted(by: Report.Finding.precedes)
    #expect(Array(other) == expected)

    other[3].message = "one"
    #expect(other[3].message == "one" && other.count == expected.count)
    other += [sorted[0]]
    #expect(other.last == sorted[0])
  }

  @Test func listsAreJoined() throws {
    let findings = findings(300)
    let parts = [findings[..<100], findings[100..<101], [], findings[101..<250], findings[250...]].map(Array.init)
    let lists = try zip(parts, [0, 9, 9, 10, 1000]).map { try list($0, limit: $1) }
    let joined = try FindingArray(joining: lists)
    #expect(joined.isInFile && Array(joined) == findings)
    #expect((0..<300).allSatisfy { joined[$0] == findings[$0] })
    #expect(try !FindingArray(joining: lists.filter { !$0.isInFile }).isInFile)
    #expect(try FindingArray(joining: []).isEmpty)
  }

  /// Whatever is asked of a report, the file gives the same.
  @Test func reportsAreTheSame() throws {
    // More than stand in the first page.
    let report = Fixture.report(findings: 220, causes: 4)
    var inFile = report
    inFile.findings = try list(report.findings.array, limit: 0)
    for mode in [PersonalData.Mode.masked, .hashed] {
      let data = PersonalData(mode: mode, key: Data("key".utf8))
      let (one, other) = (try data.publishing(data.applied(to: report)), try data.publishing(data.applied(to: inFile)))
      #expect(other.findings.isInFile)
      try Fixture.withFolder { folder in
        var texts: [[String: Data]] = []
        for (name, report) in [("memory", one), ("file", other)] {
          let place = folder.appending(path: name)
          let formats = ["html", "json", "csv", "sarif", "ocsf"]
          try Fixture.write(report, to: place, ReportRenderers.named(formats))
          texts.append(
            try Dictionary(
              uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: place.path).map {
                ($0, try Data(contentsOf: place.appending(path: $0)))
              }))
        }
        #expect(texts[0] == texts[1] && texts[0].count > 5)
      }
      #expect(KeptReport.hashes(of: one) == KeptReport.hashes(of: other))
    }
  }
}

/// What is counted once is counted anew after a change.
@Suite struct FindingTallyTests {
  @Test func aChangeIsCounted() throws {
    for limit in [100, 0] {
      var builder = FindingArray.Builder(limit: limit)
      for number in 0..<8 { try builder.append(Fixture.finding(number)) }
      var list = try builder.finish()
      let before = list.tally
      #expect(before.total == list.reduce(into: Report.Counts()) { $0.add($1) })
      #expect(before.byRule.values.reduce(0) { $0 + $1.count } == 8)
      let copy = list
      try list.changeEach { finding in (finding.verdict, finding.waiver, finding.state) = (.pending, nil, .carried) }
      #expect(list.tally.total.pending == 8 && list.tally.carried == 8)
      list[0].verdict = .fail
      #expect(list.tally.total.fail == 1 && list.tally.failing(from: .low) == 1)
      list.removeAll { $0.verdict == .fail }
      #expect(list.tally.total.fail == 0 && list.tally.total.pending == 7)
      #expect(copy.tally.total == before.total)
    }
  }
}
