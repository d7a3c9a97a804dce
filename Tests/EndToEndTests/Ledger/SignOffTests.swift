import Foundation
import Testing

/// `sign-off` with OpenSSH's keys, and `verify` of heads, reports and signatures.
@Suite struct SignOffTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try night(18, "+15550101")
    try night(19, "+15550102")
  }

  private func night(_ day: Int, _ phone: String) throws {
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: phone)), at: "2026-11-\(day)T05:00:00Z")
    let outcome = try place.run(
      "audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "night-\(day)", "--project", "app", "--require",
      "none")
    #expect(outcome.status < 3, "\(outcome)")
  }

  private func verify(_ arguments: String..., status: Int32 = 0) throws -> String {
    let outcome = try place.run(["verify"] + arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome)")
    return outcome.output
  }

  /// A key of its own, and the line that lets it sign.
  private func makeKey(_ name: String, principal: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", place.path(name).path]
    try process.run()
    process.waitUntilExit()
    return "\(principal) \(try place.text("\(name).pub"))"
  }

  @Test func aSignedReportIsVerified() throws {
    let line = try makeKey("key", principal: "a.person@example.com")
    let stranger = try makeKey("other", principal: "b.person@example.com")
    try place.write("allowed", line)
    try place.write("others", stranger)
    try place.write("expired", line.replacing(" ssh-", with: " valid-before=\"20260101\" ssh-"))
    let signed = try place.run(
      "sign-off", "last", "--as", "A. Person", "--note", "Read; ticket PRIV-17", "--key", "key")
    #expect(signed.status == 0 && signed.output.contains("Signed off run 2"), "\(signed)")
    #expect(try place.run("sign-off", "1", "--as", "B. Person", "--note", "Read").status == 0)

    let holds = try verify("--allowed-signers", "allowed")
    #expect(holds.contains("signed off by A. Person on ") && holds.contains("with the key of a.person@example.com"))
    #expect(holds.contains("signed off by B. Person on ") && holds.contains("(not signed)"))
    for list in ["others", "expired"] {
      #expect(
        try verify("--allowed-signers", list, status: 1).contains("has no valid signature of a key that may sign"))
    }
    #expect(try verify().contains("Signatures were not checked"))
    #expect(try verify("--allowed-signers", "missing", status: 66).isEmpty)
    #expect(try place.run("history").output.contains("signed off by A. Person"))
  }

  /// For whoever signs on paper.
  @Test func thePageShowsTheStatementAndWhoAcceptedIt() throws {
    #expect(try place.text("night-19/report.html").contains("relay-audit sign-off 1\nproject: app\nrun: "))
    #expect(!(try place.text("night-19/report.html").contains("Accepted by")))
    #expect(try place.run("sign-off", "2", "--as", "A <Person>", "--note", "Read & agreed").status == 0)
    #expect(try place.run("report", "2", "--out", "again").status == 0)
    let page = try place.text("again/report.html")
    #expect(page.contains("Accepted by") && page.contains("A &lt;Person&gt;") && page.contains("Read &amp; agreed"))
    // Nothing but the page shows it.
    #expect(try place.text("again/report.json") == place.text("night-19/report.json"))
    for file in ["again/report.html", "night-19/report.html"] {
      #expect(try verify("--report", file).contains("\(file) is report.html of run 2 "))
    }
  }

  /// A note and a reason are shown as the rest of a report is.
  @Test func whatPeopleWriteIsMasked() throws {
    let text = "As bob@example.com asked, +1 (555) 010-0142"
    #expect(try place.run("sign-off", "2", "--as", "A. Person", "--note", text).status == 0)
    #expect(try place.run("report", "2", "--out", "again").status == 0)
    let page = try place.text("again/report.html")
    #expect(page.contains("As b&hellip;@example.com asked") && !page.contains("bob@") && !page.contains("010-0142"))
    #expect(try verify("--report", "again/report.html").contains("again/report.html is report.html of run 2 "))
    #expect(try place.run("history", "--withdraw", "1", "--reason", text).status == 0)
    for arguments in [[], ["--json"]] {
      let history = try place.run(["history"] + arguments).output
      #expect(history.contains("As b…@example.com asked") && !history.contains("010-0142"), "\(history)")
    }
    try place.write("full.yaml", "project: app\nreports: {pii: full}\n")
    #expect(try place.run("history", "--config", "full.yaml").output.contains(text))
  }

  @Test func headsAndReportsAreRecognised() throws {
    let ledger = try #require(try place.report("night-18")["ledger"] as? [String: Any])
    let head = try #require(ledger["head"] as? String)
    #expect(head.hasPrefix("1:") && ledger["previous"] is NSNull)
    let next = try #require(try place.report("night-19")["ledger"] as? [String: Any])
    #expect(next["previous"] as? String == head && next["number"] as? Int == 2)
    #expect(try verify("--head", head).contains("The head \(head) is on the chain."))
    #expect(try verify("--head", "2:" + head.dropFirst(2), status: 1).contains("is not on the ledger's chain"))
    #expect(try verify("--head", "12:3f", status: 64).isEmpty)

    #expect(try verify("--report", "night-18/report.json").contains("is report.json of run 1 "))
    #expect(try verify("--report", "night-18/flagged-accounts.csv").contains("flagged-accounts.csv of run "))
    #expect(try verify("--report", "missing.json", status: 66).isEmpty)
    let report = try place.text("night-18/report.json")
    for (name, changed) in [
      ("a verdict", report.replacing("\"fail\"", with: "\"pass\"", maxReplacements: 1)),
      ("what follows", report + " "),
      ("another head", report.replacing(head, with: "1:" + next["head"].debugDescription)),
      ("no place", report.replacing("\"number\": 1", with: "\"number\": 2")),
      ("half", String(report.prefix(report.count / 2))),
      ("nothing", ""), ("not ours", "{}"),
    ] {
      try place.write("changed.json", changed)
      #expect(try verify("--report", "changed.json", status: 1).hasPrefix("Not verified: changed.json "), "\(name)")
    }
  }

  @Test func whatCannotBeSignedOffIsRefused() throws {
    func status(_ arguments: String...) throws -> Int32 { try place.run(["sign-off"] + arguments).status }
    #expect(try status("9", "--as", "A", "--note", "n") == 66)
    #expect(try status("1", "--as", " ", "--note", "n") == 64)
    #expect(try status("1", "--as", "A", "--note", "") == 64)
    #expect(try status("1", "--as", "A", "--note", "a\nnote: b") == 64)
    #expect(try status("1", "--as", "A") == 64)
    #expect(try status("1", "--as", "A", "--note", "n", "--key", "missing") == 66)
    try place.write("key", "no key")
    #expect(try status("1", "--as", "A", "--note", "n", "--key", "key") == 65)
    #expect(try status("1", "--as", "A", "--note", "n", "--store", "missing.sqlite") == 66)
    #expect(try place.run("history", "--withdraw", "1", "--reason", "a mistake").status == 0)
    #expect(try status("1", "--as", "A", "--note", "n") == 64)
    // Nothing of it is in the ledger but the withdrawal.
    #expect(try verify().contains("The ledger holds: 3 entries, 2 runs."))
  }

  /// A run that leaves no trace is not in the ledger, and does not claim to be.
  @Test func aRunWithoutATraceHasNoEntry() throws {
    let outcome = try place.run("audit", "in", "--no-remember", "--out", "dry", "--project", "app", "--require", "none")
    #expect(!outcome.output.contains("Ledger:"))
    #expect(try place.report("dry")["ledger"] is NSNull)
    #expect(try verify("--report", "dry/report.json", status: 1).contains("is not a report of any run in the store"))
    #expect(try verify().contains("2 entries"))
  }
}
