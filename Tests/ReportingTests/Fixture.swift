import Foundation
import Timestamps
import Vocabulary

@testable import Reporting

/// One small report in which everything that a report can say is said once.
enum Fixture {
  static let asOf = Timestamp(milliseconds: 1_795_154_400_000)

  static let run = "0f4e9f5e-5a56-4b0e-8f6b-3a1f1f0d8a11"
  static let earlierRun = "77f0a1c2-0d0e-4b7c-9a55-0c1d2e3f4a5b"

  static func finding(
    _ number: Int, rule: String = "consent/link-phone", verdict: Verdict = .fail, uid: String? = nil,
    waiver: Waiver? = nil, carriedFrom: String? = nil
  ) -> Report.Finding {
    let digits = String(number, radix: 16)
    return Report.Finding(
      id: "ra-" + String(repeating: "0", count: 16 - digits.count) + digits, rule: rule, severity: .high,
      verdict: verdict, reason: "no-record", state: carriedFrom != nil ? .carried : number % 2 == 0 ? .new : .existing,
      message: "The phone number on this account has no consent record.",
      subject: .init(
        project: "sample", tenant: nil, uid: uid ?? "user-\(number)", email: "somebody@privaterelay.appleid.com",
        appleSub: "001999.aaaabbbbccccddddeeeeffff00001111.0123"),
      object: "phone", dueAt: verdict == .pending ? asOf + .days(3) : nil, firstSeen: asOf - .days(1), waiver: waiver,
      evidence: [.init(source: "exports/users.json", locator: "record \(number)", summary: "account record")],
      judgedIn: carriedFrom ?? run)
  }

  /// The texts of a renderer's files, one after the other.
  static func text(_ renderer: any Renderer, _ report: Report) throws -> String {
    try withFolder { place in
      let folder = try ReportFolder(path: place.path)
      let files = renderer.files(of: report)
      try folder.write(files)
      try folder.commit()
      // A workbook is no text.
      let data = try files.map { try Data(contentsOf: place.appending(path: $0.name)) }
      return data.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
  }

  static func report(findings: [Report.Finding], sources: [Report.Source]? = nil) -> Report {
    let rules = Set(findings.map(\.rule)).union(["evidence/stale"]).sorted()
    var report = Report(
      run: .init(
        id: run, asOf: asOf, startedAt: asOf + .minutes(1),
        finishedAt: asOf + .minutes(2), tool: .init(name: "relay-audit", version: "0.1.0"), project: "sample",
        configSHA256: String(repeating: "a", count: 64), rulesSHA256: String(repeating: "b", count: 64),
        previousRun: nil, host: "audits.example.com", user: "auditor"),
      gate: .init(
        outcome: findings.isEmpty ? .pass : .fail, exitStatus: findings.isEmpty ? 0 : 1, failOn: .severity(.high),
        scope: .all,
        failing: findings.count, reasons: findings.isEmpty ? [] : ["\(findings.count) findings fail."],
        failingWithoutWaivers: findings.count, carried: findings.count { $0.state == .carried }),
      population: .init(
        accounts: 1234, appleAccounts: 321, anonymizedAccounts: 210, links: 45, deletionRequests: 6,
        byRelayDomain: ["privaterelay.appleid.com": 200, "private.icloud.com": 10], anonymityUnknown: 3),
      sources: sources ?? [
        .init(
          path: "exports/users.json", kind: "accounts", format: "firebase-cli-json",
          sha256: String(repeating: "c", count: 64), bytes: 5_000_000_000, records: 1234, rejected: 1, truncated: true,
          capturedAt: asOf - .hours(5),
          rejects: [.init(locator: "record 1235", reason: "the file ends within the record")],
          capturedFrom: "name"),
        .init(
          path: "exports/users-2026-11-19.json", kind: "accounts", format: "firebase-cli-json",
          sha256: String(repeating: "e", count: 64), bytes: 4_900_000_000, records: 0, rejected: 0, truncated: false,
          capturedAt: asOf - .hours(30), rejects: [], capturedFrom: "file-time", skipped: 17, superseded: true),
        .init(
          path: "notes.txt", kind: nil, format: nil, sha256: String(repeating: "d", count: 64), bytes: 12, records: 0,
          rejected: 0, truncated: false, capturedAt: asOf - .hours(5), rejects: []),
      ],
      coverage: [
        .init(
          kind: "accounts", present: true, records: 1234, matched: 1234, unmatched: 0, from: asOf - .hours(5),
          to: asOf - .hours(5), rulesNotEvaluated: []),
        .init(
          kind: "consents", present: true, records: 0, matched: 0, unmatched: 0, from: nil, to: nil,
          rulesNotEvaluated: [], remembered: 155, supplied: false, capturedTo: asOf - .days(1)),
        .init(
          kind: "revocations", present: false, records: 0, matched: 0, unmatched: 0, from: nil, to: nil,
          rulesNotEvaluated: ["deletion/token-revoked"]),
      ],
      rules: rules.map { id in
        let mine = findings.filter { $0.rule == id }
        func count(_ verdict: Verdict) -> Int { mine.count { $0.verdict == verdict } }
        return .init(
          id: id, title: "All is well with \(id).", severity: .high, evaluated: id != "deletion/token-revoked",
          notEvaluated: id == "deletion/token-revoked"
            ? "It lacks evidence of kind `revocations`." : nil,
          counts: .init(
            pass: 7, fail: count(.fail), inconclusive: count(.inconclusive), pending: count(.pending),
            manual: count(.manual), waived: mine.count { $0.waiver != nil }),
          reasons: reasons[id] ?? [], guidance: guidance[id])
      },
      findings: findings,
      resolved: [
        .init(
          id: "ra-ffffffffffffffff", rule: "evidence/stale", firstSeen: asOf - .days(9), lastSeen: asOf - .days(1),
          cause: .passed)
      ],
      frameworks: frameworks,
      waivers: [
        .init(
          findings: ["ra-0000000000000005"], signedBy: "A. Person", requestedBy: nil, ticket: nil,
          date: asOf - .days(3),
          expires: asOf + .days(30), reason: "Given on paper.", state: .expiring)
      ],
      baseline: .init(
        path: "baseline.txt", sha256: String(repeating: "f", count: 64), entries: 3, matched: 2,
        stale: ["ra-eeeeeeeeeeeeeeee"]),
      trend: [
        .init(
          run: earlierRun, asOf: asOf - .days(1), outcome: .fail, fail: 2, inconclusive: 1, new: 1, resolved: 0)
      ], flagged: flagged(accounts))
    report.limits = ReportLimits.all(for: report, meaningsOfAbsence: meaningsOfAbsence)
    report.affectedPersons = Set(findings.filter(\.fails).map(\.subject.uid)).count
    report.settings = settings
    return report
  }

  static let settings = [
    Report.Setting(
      key: "deletion.revoke_within", meaning: "How long tokens may be alive, see `deletion`.", value: "24 hours",
      isConfigured: true, rules: ["deletion/token-revoked"]),
    Report.Setting(
      key: "rules.params.evidence/stale.max_age", meaning: nil, value: "36 hours", isConfigured: false,
      rules: ["evidence/stale"]),
  ]

  static let ledger = Report.Ledger(
    number: 12, head: "12:" + String(repeating: "3f", count: 32), previous: "11:" + String(repeating: "a7", count: 32),
    reportSHA256: String(repeating: "e", count: 64))

  static let meaningsOfAbsence = [
    "accounts": "Nothing is known of the accounts as they are now.",
    "revocations": "Whether Apple's tokens were revoked is unknown.",
  ]

  static let small = report(findings: [
    finding(1), finding(2, verdict: .inconclusive), finding(3, verdict: .pending), finding(4, verdict: .manual),
    finding(
      5, rule: "deletion/token-revoked",
      waiver: .init(signedBy: "A. Person", date: asOf - .days(3), expires: asOf + .days(30), reason: "Given on paper.")),
    finding(7, rule: "deletion/token-revoked", carriedFrom: earlierRun),
  ])

  /// A night that lost evidence.
  static let incomplete: Report = {
    var report = small
    report.newlyFailing = .init(pending: 2, waived: 1)
    report.gate = .init(
      outcome: .incomplete, exitStatus: 2, failOn: .severity(.high), scope: .all, failing: 0,
      reasons: [
        "No source of kind `revocations` was supplied. Run \(earlierRun) had one.",
        "`exports/users.json` is cut short.",
      ], carried: 1)
    return report
  }()

  /// A gate that passed although not all evidence was there.
  static let passedWithGaps: Report = {
    var report = Fixture.report(findings: [])
    report.gate.carried = 2
    return report
  }()

  /// A gate that passed on all evidence.
  static let passed: Report = {
    var report = Fixture.report(findings: [], sources: sources(2))
    report.coverage = [small.coverage[0]]
    return report
  }()

  /// A gate that passed since all that fails is waived.
  static let passedByWaivers: Report = {
    var report = Fixture.report(findings: [
      Fixture.finding(
        1, waiver: .init(signedBy: "A. Person", date: asOf - .days(3), expires: asOf + .days(30), reason: "On paper."))
    ])
    report.gate = .init(
      outcome: .pass, exitStatus: 0, failOn: .severity(.high), scope: .all, failing: 0, reasons: [],
      failingWithoutWaivers: 1)
    report.sources = []
    report.coverage = []
    return report
  }()

  /// Values that would do harm if they became markup, a formula or another direction of text.
  static let hostile: Report = {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u{0}\u{202E}"
    var finding = Fixture.finding(6, uid: evil)
    finding.object = evil
    finding.message = evil
    finding.subject.tenant = evil
    finding.evidence = [.init(source: evil, locator: "line 1", summary: evil)]
    var report = Fixture.report(findings: [finding])
    report.run.project = evil
    report.sources[0].path = evil
    report.sources[0].rejects = [.init(locator: "line 1", reason: evil)]
    report.limits = ReportLimits.all(for: report, meaningsOfAbsence: meaningsOfAbsence)
    return report
  }()

  static let accounts = [
    FlaggedAccount(
      uid: "user-1", email: "somebody@privaterelay.appleid.com", relayDomain: "privaterelay.appleid.com",
      providers: "apple.com phone", firstSeen: asOf),
    FlaggedAccount(uid: "=cmd|' /C calc'!A0", email: nil, relayDomain: nil, providers: "", firstSeen: asOf),
  ]

  static func flagged(_ accounts: [FlaggedAccount]) -> FlaggedAccounts {
    var flagged = FlaggedAccounts()
    for account in accounts { flagged.add(account) }
    return flagged
  }

  static let guidance = [
    "consent/link-phone": Report.Guidance(
      rationale: "A person who hid the email has not agreed to be known by a phone number.", requirements: ["gdpr/7"])
  ]

  static let reasons = [
    "consent/link-phone": [
      Report.Reason(
        reason: "no-record", message: "The phone number on this account has no consent record.",
        remediation: "Ask the person for consent now, or remove the identifier.", counts: .init(fail: 1))
    ]
  ]

  static let frameworks = [
    Report.Framework(
      name: "gdpr", title: "A law", url: "https://example.com/law",
      requirements: [
        .init(id: "gdpr/7", text: "Consent can be shown.", state: .violated, rules: ["consent/link-phone"]),
        .init(id: "gdpr/33", text: "Breaches are notified.", state: .notCovered, rules: []),
      ])
  ]

  /// A file of the folder `Kept`: reports as earlier versions of the program kept them.
  static func data(_ name: String) throws -> Data {
    try Data(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Kept/\(name)"))
  }

  static func write(
    _ report: Report, to folder: URL, _ renderers: [any Renderer] = ReportRenderers.all
  ) throws {
    let output = try ReportFolder(path: folder.path)
    try output.write(renderers.flatMap { $0.files(of: report) })
    try output.commit(edition: UUID().uuidString)
  }

  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
