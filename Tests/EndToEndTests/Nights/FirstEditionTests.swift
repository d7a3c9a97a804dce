import Foundation
import Testing

/// A store of the first edition, which kept findings and accounts but no evidence, on the night after.
///
/// On 2026-11-05 it saw the accounts stays, linked and agreed (with numbers, the second with consent) and ignored (of
/// whom Apple gave notice on 2026-09-01), and requests of 2026-11-01 by revoked (with proof) and forgotten (without).
@Suite struct FirstEditionTests {
  private func nights() throws -> Nights {
    let nights = try Nights(project: "first-edition")
    let store = nights.place.path(".relay-audit/audit.sqlite")
    try FileManager.default.createDirectory(
      at: store.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Stores/first-edition.sqlite").standardizedFileURL
    try FileManager.default.copyItem(at: fixture, to: store)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path)
    return nights
  }

  private let users = Export.users(
    ["stays", "linked", "agreed", "ignored"], phones: ["linked": "+15550101", "agreed": "+15550102"])
  private let failing = [
    "ra-be90c2db917ca21e": "deletion/token-revoked", "ra-d8736a68c00a51e4": "consent/link-phone",
    "ra-2f572baeee84dfac": "deletion/apple-notice-honoured",
  ]

  /// What it cannot judge again it carries: none of the first edition's evidence is there.
  @Test func findingsAreCarried() throws {
    let nights = try nights()
    let night = try nights.night(6, ["users.json": users], failOn: "high")
    for (id, rule) in failing {
      let finding = night.findings.first { $0.id == id }
      #expect(finding?.verdict == "fail" && finding?.state == "carried", "\(rule): \(String(describing: finding))")
    }
    #expect(night.resolved.allSatisfy { $0.rule.hasPrefix("evidence/") }, "\(night.resolved)")
    #expect(night.status == 1)
    #expect(night.previousRun == "45b7c1c1-a14a-44a7-8410-8b856e741716")
    #expect(try nights.night(7, ["users.json": users]).status == 2)
  }

  /// The kinds that it had are known, and missed.
  @Test func kindsAreMissed() throws {
    let night = try nights().night(6, ["users.json": users])
    for kind in ["consents", "deletions", "revocations", "notifications"] {
      #expect(night.reasons.contains(kind), "\(kind): \(night.reasons)")
    }
  }

  /// With whole tables everything is judged again.
  @Test func whatIsThereIsJudged() throws {
    let nights = try nights()
    let files = [
      "users.json": users,
      "consents.ndjson": Line.consent("agreed", "2026-01-01T00:00:00Z"),
      "deletions.ndjson": Line.request("revoked", time(1)) + Line.request("forgotten", time(1)),
      "revocations.ndjson": Line.revocation("revoked", time(1, 1)),
      "notifications.ndjson": Line.object([
        "type": "consent-revoked", "sub": Line.sub("ignored"), "event_time": 1_788_220_800_000, "jti": "n-ignored",
      ]),
    ]
    let night = try nights.night(6, files)
    #expect(night.isComplete, "\(night.reasons)")
    for (id, rule) in failing { #expect(night.findings.first { $0.id == id }?.state == "existing", "\(rule)") }
    night.expect("deletion/token-revoked", ["revoked": "pass", "forgotten": "fail no-revocation"])
    night.expect("consent/link-phone", ["agreed": "pass", "linked": "fail no-record"])
    // From here on it remembers.
    let quiet = files.mapValues { _ in "" }.merging(["users.json": users]) { $1 }
    let next = try nights.night(7, quiet)
    #expect(next.isComplete, "\(next.reasons)")
    next.expect("deletion/token-revoked", ["revoked": "pass", "forgotten": "fail no-revocation"])
    next.expect("consent/link-phone", ["agreed": "pass", "linked": "fail no-record"])
  }
}
