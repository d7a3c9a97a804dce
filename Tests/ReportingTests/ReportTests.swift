import Foundation
import Testing

@testable import Reporting

@Suite struct ReportTests {
  @Test func keysStandInTheirOrder() throws {
    let text = String(decoding: ReportJSON.data(Fixture.small), as: UTF8.self)
    let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }.compactMap {
      $0.split(separator: "\"").dropFirst().first
    }
    #expect(
      keys == [
        "schema", "run", "gate", "population", "sources", "coverage", "rules", "findings", "resolved", "requirements",
        "waivers", "baseline", "trend", "flagged", "limits", "ledger",
      ])
  }

  @Test func maskedKeepsTheUIDAndTheHost() throws {
    let subject = try PersonalData(mode: .masked, key: Data()).applied(to: Fixture.small).findings[0].subject
    #expect(subject.uid == "user-1")
    #expect(subject.email == "s…@privaterelay.appleid.com")
    #expect(subject.appleSub == "…0123")
  }

  @Test(arguments: [
    ("", "…"), ("@example.com", "…"), ("nobody", "…"), ("é@b@example.com", "é…@example.com"),
    ("a@example.com", "a…@example.com"), ("ab@example.com", "a…@example.com"),
    ("e\u{301}b@example.com", "e\u{301}…@example.com"),
    ("👨‍👩‍👧b@example.com", "👨‍👩‍👧…@example.com"), ("a@", "a…@"),
    ("a@example.com +15550142", "a…@example.com +…42"), ("a@example.com (555) 010-0142", "a…@example.com +…42"),
  ])
  func oddAddressesAreMaskedToo(email: String, masked: String) {
    var account = FlaggedAccount(uid: "u", email: email, relayDomain: nil, providers: "", firstSeen: Fixture.asOf)
    PersonalData(mode: .masked, key: Data()).apply(to: &account)
    #expect(account.email == masked)
  }

  /// What stands behind the `@` of a relay address may be anything.
  @Test func hostsOfRelayAddressesAreNoPlaceForNumbers() throws {
    var report = Fixture.small
    report.population.byRelayDomain = ["privaterelay.appleid.com": 3, "privaterelay.appleid.com +15550142": 1]
    let masked = try PersonalData(mode: .masked, key: Data()).applied(to: report)
    #expect(
      masked.population.byRelayDomain == ["privaterelay.appleid.com": 3, "privaterelay.appleid.com +…42": 1])
    var account = Fixture.accounts[0]
    account.relayDomain = "privaterelay.appleid.com +15550142"
    PersonalData(mode: .hashed, key: Data("a".utf8)).apply(to: &account)
    #expect(account.relayDomain?.hasPrefix("privaterelay.appleid.com h:") == true)
  }

  @Test func flaggedAccountsAreMaskedWithTheReport() throws {
    let masked = try PersonalData(mode: .masked, key: Data()).applied(to: Fixture.small)
    #expect(masked.flagged?.first.map(\.email) == ["s…@privaterelay.appleid.com", nil])
    let hashed = try PersonalData(mode: .hashed, key: Data("a".utf8)).applied(to: Fixture.small)
    #expect(hashed.flagged?.first.allSatisfy { $0.uid.hasPrefix("h:") } == true)
    // The file, which is streamed, and the page agree.
    var account = Fixture.accounts[0]
    PersonalData(mode: .hashed, key: Data("a".utf8)).apply(to: &account)
    #expect(hashed.flagged?.first.first == account)
  }

  @Test func hashedValuesAreEqualUnderOneKeyOnly() throws {
    func subject(_ key: String) throws -> Report.Subject {
      try PersonalData(mode: .hashed, key: Data(key.utf8)).applied(to: Fixture.small).findings[0].subject
    }
    #expect(try subject("a") == subject("a"))
    #expect(try subject("a").email != subject("b").email)
    #expect(try subject("a").uid?.hasPrefix("h:") == true)
    #expect(try PersonalData(mode: .full, key: Data()).applied(to: Fixture.small) == Fixture.small)
  }

  @Test func aFormulaIsNoCell() throws {
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.small, to: folder)
      let text = try String(contentsOf: folder.appending(path: "flagged-accounts.csv"), encoding: .utf8)
      #expect(text.contains("\r\n'=cmd|' /C calc'!A0,"))
    }
  }

  @Test func aFailingWriterLeavesTheOldFiles() throws {
    struct Broken: Error {}
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.small, to: folder)
      let before = try Data(contentsOf: folder.appending(path: "report.json"))
      #expect(throws: Broken.self) {
        try FlaggedAccountsCSV().stream(to: ReportFolder(path: folder.path)) { row in
          try row(Fixture.accounts[0])
          throw Broken()
        }
      }
      #expect(try Data(contentsOf: folder.appending(path: "report.json")) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == ReportRenderers.all.count)
    }
  }

  @Test func findingsBeyondTheFirstStandOnPagesBeside() throws {
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.report(findings: (1...1500).map { Fixture.finding($0) }), to: folder)
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("report-findings") }
          .sorted()
      }
      #expect(
        try names() == [
          "report-findings-consent-link-phone-no-record-1.html",
          "report-findings-consent-link-phone-no-record-2.html", "report-findings-index.js",
        ])
      var all = ""
      for name in try ["report.html"] + names() where name.hasSuffix(".html") {
        all += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
      #expect(all.components(separatedBy: "<article").count - 1 == 1503)
      #expect(all.contains("The worst 3 of 1,500 findings of this cause are listed here. All 1,500:"))
      let index = try String(contentsOf: folder.appending(path: "report-findings-index.js"), encoding: .utf8)
      #expect(index.components(separatedBy: "[\"ra-").count - 1 == 1500)
      // A later report with fewer findings takes the pages away.
      try Fixture.write(Fixture.small, to: folder)
      #expect(try names().isEmpty)
    }
  }

  @Test func whatComesFromAnExportIsTextOnFurtherPagesToo() throws {
    let hostile = "<!-- --><script>alert(1)</script> é"
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.report(findings: (1...1500).map { Fixture.finding($0, uid: hostile) }), to: folder)
      for name in [
        "report.html", "report-findings-consent-link-phone-no-record-1.html",
        "report-findings-consent-link-phone-no-record-2.html",
      ] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        #expect(text.contains("account &lt;!-- --&gt;&lt;script&gt;alert(1)&lt;/script&gt; &eacute;</span>"))
        #expect(!text.contains("><script>alert") && !text.contains("><!--"))
        #expect(text.hasSuffix("</html>\n"))
      }
    }
  }
}
