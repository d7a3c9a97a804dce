import Foundation
import Testing

/// Nothing of a forgotten person is left in any file of the store (docs/contract.md, section 9).
@Suite struct ForgetCanaryTests {
  @Test(arguments: ["masked", "hashed", "full"]) func nothingIsLeft(mode: String) throws {
    let nights = try Nights()
    let search = StoreSearch(place: nights.place)
    try nights.night(5, Canary.files(email: Canary.formerEmail), flags: ["--pii", mode, "--max-rejects", "100%"])
    try nights.night(6, Canary.files(), flags: ["--pii", mode, "--max-rejects", "100%"])
    try nights.run("history", "--withdraw", "1", "--reason", "An export of \(Canary.email), of another system.")
    let last = try nights.night(7, Canary.files(), flags: ["--pii", mode, "--max-rejects", "100%"])
    let ids = last.findings.filter { $0.uid == Canary.uid }.map(\.id)
    if mode != "hashed" { #expect(ids.count > 5, "\(last.findings)") }
    let keys = try search.keys("request_id", Canary.request)
    #expect(keys.count > 5)
    for text in Canary.texts + ids + keys where text != Canary.sha256 && text != Canary.oldRelay {
      #expect(try !search.places(of: [text]).isEmpty, "\(text) is in the store before")
    }

    let outcome = try nights.forget("--uid", Canary.uid)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for text in [Canary.uid, Canary.email, Canary.phone, Canary.sub] {
      #expect(!outcome.output.contains(text) && !outcome.errors.contains(text))
    }
    let left = try search.places(of: Canary.texts + ids + keys)
    #expect(left.isEmpty, "\(left)")
    #expect(try search.problems() == [])

    // Nor after a night whose sources still show the person, but for the account.
    let next = try nights.night(
      8, Canary.files(withAccount: false), flags: ["--pii", mode, "--max-rejects", "100%"])
    let back = try search.places(of: Canary.texts + ids + keys)
    #expect(back.isEmpty, "\(back)")
    #expect(next.findings.allSatisfy { $0.uid != Canary.uid && !ids.contains($0.id) })
    #expect(next.output.contains("forgotten"))
    let limits = (next.report["limits"] as? [[String: Any]] ?? []).filter { $0["code"] as? String == "forgotten" }
    let files = [
      "consents", "links", "deletions", "revocations", "account-deletions", "notifications", "sign-ins", "mail",
      "aliases", "app-log", "traces",
    ]
    for file in files {
      #expect(
        limits.contains { ($0["text"] as? String)?.contains("in/\(file).ndjson") == true }, "\(file): \(limits)")
    }
    // What is said of others is judged as before.
    #expect(
      next.finding("consent/link-phone", Canary.other)?.says == last.finding("consent/link-phone", Canary.other)?.says)
    next.expect("deletion/token-revoked", [Canary.other: "pass"])
  }

  /// The kept reports are written again without the person, and with the same numbers.
  @Test func reportsKeepTheirNumbers() throws {
    let nights = try Nights()
    let night = try nights.night(5, Canary.files(), flags: ["--max-rejects", "100%"])
    let before = night.report
    try nights.forget("--phone", "0015550177777")
    let outcome = try nights.place.run("report", "1", "--out", "again")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try nights.place.report("again")
    for key in ["gate", "population", "coverage", "rules", "requirements", "trend", "run"] {
      #expect(
        (before[key] as? NSObject)?.isEqual(after[key] as? NSObject) == true, "\(key)")
    }
    let findings = try #require(after["findings"] as? [[String: Any]])
    #expect(findings.count == night.findings.count)
    let forgotten = findings.filter { ($0["message"] as? String)?.contains("was forgotten on") == true }
    #expect(forgotten.count == night.findings.count { $0.uid == Canary.uid })
    for finding in forgotten {
      let subject = try #require(finding["subject"] as? [String: Any])
      #expect(subject["uid"] is NSNull && subject["email"] is NSNull && subject["apple_sub"] is NSNull)
      #expect((finding["evidence"] as? [Any])?.isEmpty == true)
    }
    for name in ["report.json", "report.html", "flagged-accounts.csv"] {
      let text = try nights.place.text("again/\(name)")
      for canary in ["cnry", "77x"] { #expect(!text.lowercased().contains(canary), "\(name)") }
      if name != "flagged-accounts.csv" { #expect(text.contains("was forgotten on")) }
    }
  }
}
