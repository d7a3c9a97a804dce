import Foundation
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

@Suite struct RedactionTests {
  private let time = Timestamp(milliseconds: 1_795_400_000_000)

  private func redaction(_ ids: [String: String], name: String = "user-3") -> Redaction {
    Redaction(
      ids: ids, time: time, isTheirs: { $0.uid == name }, isName: { $0 == name },
      scrubText: { $0.replacing(name, with: "…") }, scrubPath: { $0.replacing(name, with: "…") })
  }

  private let three = "ra-0000000000000003"
  private let new = "ra-00000000000000aa"

  private func report() -> Report {
    let waiver = Waiver(signedBy: "A. Person", date: time - .days(9), expires: time, reason: "user-3 asked for it.")
    var report = Fixture.report(findings: [
      Fixture.finding(1), Fixture.finding(2), Fixture.finding(3, waiver: waiver), Fixture.finding(4),
    ])
    report.resolved.append(
      Report.Resolved(id: three, rule: "consent/link-email", firstSeen: time, lastSeen: time, cause: .passed))
    report.waivers.append(
      Report.WaiverEntry(
        findings: [three], signedBy: "A. Person", requestedBy: nil, ticket: "user-3", date: time, expires: time,
        reason: "user-3 asked for it.", state: .active,
        scope: Report.WaiverScope(rule: "consent/link-phone", uid: "user-3", object: "user-3"), line: 2))
    report.limits.append(Report.Limit(code: "baseline-stale", text: "An entry is stale: \(three)."))
    report.gate.reasons.append("in/user-3.json is missing")
    return report
  }

  @Test func nothingOfThePersonIsLeft() throws {
    let before = report()
    var after = before
    #expect(try redaction([three: new]).apply(to: &after) == 1)
    let text = String(decoding: KeptReport.data(after), as: UTF8.self)
    #expect(!text.contains(three) && !text.contains("user-3"))
    // The others are as they were, in their order; a finding without a uid comes first in its rule.
    #expect(after.findings.map(\.id) == [new] + before.findings.map(\.id).filter { $0 != three })
    #expect(after.findings.dropFirst().elementsEqual(before.findings.filter { $0.id != three }))
    let finding = try #require(after.findings.first)
    #expect(finding.message == "This finding was about a person who was forgotten on 23 November 2026.")
    #expect(finding.verdict == .fail && finding.rule == "consent/link-phone" && finding.waiver != nil)
    #expect(finding.evidence.isEmpty && finding.subject.uid == nil && finding.object == nil)
    #expect(after.rules == before.rules && after.gate.failing == before.gate.failing)
    #expect(after.waivers.last?.scope?.words == "consent/link-phone, (forgotten), (forgotten)")
    #expect(after.limits.last?.code == "redacted")
    #expect(after.limits.last?.text.hasPrefix("One finding in this report was redacted") == true)
  }

  /// A file may be named by the person whom it is about.
  @Test func aFindingAboutAFileNamesItWithoutThePerson() throws {
    var report = report()
    var finding = Fixture.finding(5)
    finding.subject = Report.Subject(project: "app", tenant: nil, uid: nil, email: nil, appleSub: nil)
    finding.object = "in/user-3.json"
    finding.message = "The file `in/user-3.json` contains a private key."
    report.findings += [finding]
    _ = try redaction([three: new]).apply(to: &report)
    let after = try #require(report.findings.first { $0.id == finding.id })
    #expect(after.object == "in/….json")
    #expect(after.message == "The file `in/….json` contains a private key.")
  }

  @Test func itIsReadAgainAsItWasKept() throws {
    var after = report()
    _ = try redaction([three: new]).apply(to: &after)
    let read = try ReportJSON.read(KeptReport.data(after), meaningsOfAbsence: [:])
    #expect(read.forgotten == [new])
    #expect(KeptReport.data(read) == KeptReport.data(after))
  }

  @Test func aReportWithoutThePersonStays() throws {
    let before = Fixture.report(findings: [Fixture.finding(1)])
    var after = before
    #expect(try redaction(["ra-00000000000000bb": new], name: "nobody at all").apply(to: &after) == nil)
    #expect(after == before)
  }

  @Test func twoPersonsAreForgottenOneAfterTheOther() throws {
    var report = report()
    _ = try redaction([three: new]).apply(to: &report)
    let second = "ra-0000000000000002"
    #expect(try redaction([second: "ra-00000000000000bb"], name: "user-2").apply(to: &report) == 1)
    #expect(report.forgotten == [new, "ra-00000000000000bb"])
    #expect(report.limits.filter { $0.code == "redacted" }.map(\.text.first) == ["2"])
    #expect(report.findings.count { $0.subject.uid == nil } == 2)
  }
}
