import Timestamps
import Vocabulary

@testable import Reporting

/// Reports as large systems have them, with texts as long as the rules' own.
extension Fixture {
  /// Findings spread evenly over causes, each of a rule with four reasons.
  static func report(findings count: Int, causes: Int) -> Report {
    let findings = (1...count).map { number in
      let cause = number % causes
      var finding = Fixture.finding(
        number, rule: rule(of: cause), verdict: Verdict.allCases.filter { $0 != .pass }[cause % 4],
        uid: "customer-2026-\(number)",
        waiver: number % 50 == 1
          ? .init(signedBy: "A. Person", date: asOf - .days(3), expires: asOf + .days(30), reason: "Given on paper.")
          : nil)
      finding.reason = reason(of: cause)
      finding.message = """
        The phone number on this account was linked on 12 August 2026, 06:00 UTC, before the person agreed to it, \
        according to a link event.
        """
      finding.evidence = ["exports/users-2026-11-20.json", "evidence/links.ndjson", "evidence/consents-archive.csv.gz"]
        .map {
          .init(
            source: $0, locator: "line \(number)",
            summary: "consent record for link:phone, given 2026-08-13T06:00:00.000Z")
        }
      return finding
    }
    var report = Fixture.report(findings: findings)
    report.rules = (0..<causes).filter { $0 % 4 == 0 }.map { cause in
      Report.Rule(
        id: rule(of: cause), title: "A phone number is linked to an anonymized account only after the person agreed.",
        severity: .high, evaluated: true, counts: .init(pass: 7, fail: count * 4 / causes),
        reasons: (cause..<cause + 4).map {
          .init(
            reason: reason(of: $0), message: "The {object} on this account was linked before the person agreed to it.",
            remediation: """
              Find out why the number was stored before the person agreed. Ask for consent now, or remove the number \
              and tell the person.
              """)
        },
        guidance: .init(
          rationale: """
            A person who hid the email has not agreed to be known by a phone number; joining the two tells more of the \
            person than Apple's screen promised.
            """, requirements: ["gdpr/7", "apple/5.1.1"]))
    }
    report.gate.failingWithoutWaivers = report.gate.failing + 3
    return report
  }

  private static func rule(of cause: Int) -> String { "consent/linked-before-consent-\(cause / 4)" }

  private static func reason(of cause: Int) -> String { "after-link-\(cause)" }

  static func sources(_ count: Int) -> [Report.Source] {
    (1...count).map { number in
      let digits = String(number, radix: 16)
      return Report.Source(
        path: "exports/nightly/2026-11-20/tenant-\(number)/users.json", kind: "accounts", format: "firebase-cli-json",
        sha256: String(repeating: "0", count: 64 - digits.count) + digits, bytes: 1_000_000, records: number % 977,
        rejected: number % 40 == 0 ? 12 : 0, truncated: number % 70 == 0, capturedAt: asOf - .hours(5),
        rejects: number % 40 == 0
          ? (1...12).map { .init(locator: "record \($0)", reason: "the time of creation is no time: `yesterday`") }
          : [],
        capturedFrom: "name")
    }
  }
}
