import Foundation
import Testing
import Timestamps
import Vocabulary

@testable import History

/// Findings that are open are the same in a file as in memory.
@Suite struct OpenFindingsTests {
  private func finding(_ number: UInt64) -> OpenFinding {
    OpenFinding(
      id: id(number), rule: number % 2 == 0 ? "consent/link-email" : "consent/link-phone",
      account: number % 3 == 0 ? nil : Int64(number % 1000), firstSeen: Timestamp(milliseconds: Int64(number % 77)),
      lastSeen: Timestamp(milliseconds: Int64(number % 99)), verdict: number % 5 == 0 ? nil : .inconclusive,
      judgedIn: number % 4 == 0 ? nil : Int64(number % 9))
  }

  private func id(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return "ra-" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Spread as hashes are, from the smallest to the largest.
  private var numbers: [UInt64] {
    [0, 1, .max] + (0..<700).map { (UInt64($0) + 1) &* 0x9e37_79b9_7f4a_7c15 }
  }

  private func open(_ findings: [OpenFinding], limit: Int) throws -> OpenFindings {
    var builder = OpenFindings.Builder(limit: limit)
    for finding in findings { try builder.add(finding) }
    return try builder.finish()
  }

  @Test(arguments: [0, 1, 100, 10_000]) func eachIsFound(limit: Int) throws {
    let findings = (numbers.map(finding)).sorted { $0.id < $1.id }
    let open = try open(findings, limit: limit)
    #expect(open.count == findings.count && !open.isEmpty)
    for finding in findings { #expect(try open.finding(finding.id) == finding && open.holds(finding.id)) }
    for number in numbers where number < .max && !numbers.contains(number + 1) {
      #expect(try open.finding(id(number + 1)) == nil && !open.holds(id(number + 1)))
    }
    var all: [OpenFinding] = []
    try open.each { all.append($0) }
    #expect(all.sorted { $0.id < $1.id } == findings)

    var selection = open.selection
    let gone = Set(numbers.prefix(300).map(id))
    for id in gone { try selection.remove(id) }
    try selection.remove("ra-f00")
    try selection.remove(id(77))
    var rest: Set<String> = []
    try selection.each { rest.insert($0.id) }
    #expect(rest == Set(findings.map(\.id)).subtracting(gone))
  }

  /// Of a store that something else wrote.
  @Test func idsOfAnotherFormAreKept() throws {
    let ids = ["", "RA-1", "ra-1", "ra-000000000000000A", "ra-00000000000000001", id(7), "x"].sorted()
    let findings = ids.map { id in
      var finding = finding(1)
      finding.id = id
      return finding
    }
    let open = try open(findings, limit: 0)
    for finding in findings { #expect(try open.finding(finding.id) == finding) }
    #expect(try open.finding("ra-000000000000000a") == nil && open.finding("ra-") == nil)
  }

  @Test func noneAreOpen() throws {
    let open = try open([], limit: 0)
    #expect(try open.isEmpty && open.finding(id(1)) == nil)
    try open.selection.each { _ in Issue.record("there is none") }
  }

  @Test(arguments: [0, 30, 1 << 20]) func partsOfAReportAreTheSame(limit: Int) throws {
    var parts = PackedReport.Parts(limit: limit)
    for number in 0..<20 {
      try parts.append(
        PackedReport.Part(list: number % 3, place: number * 1000, items: Data(repeating: 7, count: number)))
    }
    try parts.flush()
    var found: [(list: Int, place: Int, size: Int)] = []
    try parts.each { found.append(($0.list, $0.place, $0.items.count)) }
    #expect(parts.count == 20 && found.map(\.list) == (0..<20).map { $0 % 3 })
    #expect(found.map(\.place) == (0..<20).map { $0 * 1000 } && found.map(\.size) == Array(0..<20))
  }
}
