import Crypto
import Foundation
import Testing

/// Killed at whatever call, a run leaves reports that agree with the store, or that the next command completes
/// (docs/contract.md, section 3).
@Suite struct ReportSwapTests {
  /// `FAULTS=all` kills at each call. Else at every fourth: the run makes some 40.
  private static let step = ProcessInfo.processInfo.environment["FAULTS"] == "all" ? 1 : 4
  private static let out = "reports/out"

  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u9")))
  }

  private func audit(_ formats: String) -> [String] {
    ["audit", "in", "--as-of", Workplace.asOf, "--format", formats]
  }

  /// With the files' marks, which `FileManager` leaves out.
  private func copy(_ name: String, to other: String) throws {
    let outcome = try place.run("-a", name, other, program: URL(filePath: "/bin/cp"))
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func runs(_ place: Workplace) throws -> Int {
    let output = try place.run("history", "--json").output
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [Any]).count
  }

  private func names(_ folder: String = out) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path(folder).path).sorted()
  }

  /// The number of the run whose reports are in their places, all of them.
  private func run(in folder: URL) throws -> Int {
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(text("report.json").utf8)) as? [String: Any])
    let ledger = try #require(report["ledger"] as? [String: Any])
    let (number, head) = (try #require(ledger["number"] as? Int), try #require(ledger["head"] as? String))
    #expect(try text("report.html").contains(head))
    // The first run alone has a statement, and the second a table of findings.
    let statement = try? Data(contentsOf: folder.appending(path: "statement.json"))
    #expect((statement != nil) == (number == 1))
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "findings.csv").path) == (number == 2))
    if let statement {
      let subjects = try #require(
        (try JSONSerialization.jsonObject(with: statement) as? [String: Any])?["subject"] as? [[String: Any]])
      for subject in subjects {
        let name = try #require(subject["name"] as? String)
        // The others are sources.
        guard FileManager.default.fileExists(atPath: folder.appending(path: name).path) else { continue }
        let file = try Data(contentsOf: folder.appending(path: name))
        let hash = SHA256.hash(data: file).map { String(format: "%02x", $0) }.joined()
        #expect((subject["digest"] as? [String: String])?["sha256"] == hash)
      }
    }
    return number
  }

  @Test func killedAtAnyCall() throws {
    #expect(try place.run(audit("html,json,intoto")).status == 1)
    try place.write("\(Self.out)/notes.txt", "of the user's own")
    let kept = [".relay-audit", "reports"]
    for name in kept { try copy(name, to: "\(name)-before") }
    let second = audit("html,json,csv")
    let calls = try Faults.count(second, in: place)
    #expect(calls > 20)
    #expect(try run(in: place.path(Self.out)) == 2)
    var (before, after) = (0, 0)
    for call in stride(from: 1, through: calls, by: Self.step) {
      for name in kept {
        try FileManager.default.removeItem(at: place.path(name))
        try copy("\(name)-before", to: name)
      }
      #expect(try Faults.run(second, in: place, at: call, .killed).status == SIGKILL)
      // It completes what was left, and is asked for the first report, which both stores have.
      let next = try place.run("report", "1", "--out", "again")
      #expect(next.status == 0, "\(call): \(next)")
      let runs = try runs(place)
      #expect(try run(in: place.path(Self.out)) == runs, "killed at call \(call) of \(calls)")
      if runs == 1 { before += 1 } else { after += 1 }
      #expect(try names().contains("notes.txt"))
      guard call % 5 == 1 else { continue }
      // The next run clears away what is left.
      #expect(try place.run(second).status == 1)
      #expect(try names() == ["findings.csv", "flagged-accounts.csv", "notes.txt", "report.html", "report.json"])
      #expect(try names(".relay-audit") == ["audit.sqlite"])
    }
    #expect(before > 0 && after > 0, "\(before) before, \(after) after")
  }

  /// Where the run is in the store and its reports cannot be put in their places, it says so, and the next run does it.
  @Test func reportsThatCannotBeMoved() throws {
    #expect(try place.run(audit("html,json")).status == 1)
    let outcome = try Faults.run(
      audit("html,json"), in: place, at: 2, of: ["renameat"], .fails(ENOSPC, forEver: true))
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("the run is in the store, and its reports are not in their places"))
    #expect(try runs(place) == 2)
    #expect(try place.run("sign-off", "2", "--as", "somebody", "--note", "seen").status == 0)
    #expect(try place.report()["ledger"].flatMap { ($0 as? [String: Any])?["number"] as? Int } == 2)
    #expect(try names() == ["flagged-accounts.csv", "report.html", "report.json"])
  }

  /// What is written before the store's commit and cannot be is undone, and leaves nothing.
  @Test func aDiskThatIsFull() throws {
    #expect(try place.run(audit("html,json")).status == 1)
    for (name, call) in [("fsync", 1), ("fsync", 3), ("fdatasync", 1)] {
      let outcome = try Faults.run(
        audit("html,json"), in: place, at: call, of: [name], .fails(ENOSPC, forEver: true))
      #expect([65, 73].contains(outcome.status), "\(outcome)")
      #expect(try runs(place) == 1)
      #expect(try place.report()["ledger"].flatMap { ($0 as? [String: Any])?["number"] as? Int } == 1)
      #expect(try names() == ["flagged-accounts.csv", "report.html", "report.json"])
    }
  }

  /// A format that is named no more leaves no file of an earlier run. What is not ours stays.
  @Test func filesOfOtherRuns() throws {
    #expect(try place.run(audit("html,json,junit,intoto")).status == 1)
    for name in ["notes.txt", "summary.md"] { try place.write("\(Self.out)/\(name)", "of the user's own") }
    #expect(
      try place.run(
        ["-c", "cp -a \(Self.out)/report.json \(Self.out)/archive.json"], program: URL(filePath: "/bin/sh")
      )
      .status == 0)
    let outcome = try place.run(audit("html"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("reports/out/summary.md is not of this report, and may be of an earlier one"))
    let mine = ["archive.json", "flagged-accounts.csv", "notes.txt", "report.html", "summary.md"]
    #expect(try names() == mine)
    // The same run's in another format stand beside it.
    #expect(try place.run("report", "2", "--format", "json", "--out", Self.out).status == 0)
    #expect(try names() == (mine + ["report.json"]).sorted())
    // And are another run's for the first one's report.
    #expect(try place.run("report", "1", "--format", "csv", "--out", Self.out).status == 0)
    #expect(try names() == (mine.filter { $0 != "report.html" } + ["findings.csv"]).sorted())
  }

  /// Without threads it goes on with one.
  @Test func noThread() throws {
    try place.write("relay-audit.yaml", "apple: {jwks: keys.json}\n")
    try place.write("keys.json", Self.keys)
    try place.write("in/notifications.ndjson", #"{"payload":"\#(Self.token)"}"# + "\n")
    func audit(_ arguments: String...) throws -> Workplace.Outcome {
      try Faults.run(
        self.audit("json") + arguments, in: place, at: 1, of: ["pthread_create"], .fails(EAGAIN, forEver: true))
    }
    let outcome = try audit("--max-rejects", "100%")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("the system gives no further thread"))
    #expect(try audit("--max-rejects", "100%", "--jobs", "1").status == 1)
    for (command, call) in [
      (["verify"], 1), (["sign-off", "1", "--as", "A. Reader", "--note", "seen"], 2), (["verify"], 3),
    ] {
      let outcome = try Faults.run(
        command, in: place, at: call, of: ["pthread_create"], .fails(EAGAIN, forEver: true))
      #expect(outcome.status == 0, "\(command): \(outcome)")
    }
  }

  /// A key that signed nothing here.
  private static let keys = """
    {"keys":[{"kty":"RSA","kid":"k","use":"sig","alg":"RS256","e":"AQAB","n":"\(String(repeating: "vvvv", count: 85))vw"}]}
    """

  private static let token: String = {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let events = #"{\"type\":\"consent-revoked\",\"sub\":\"001.sub-u9.1\",\"event_time\":1792000000000}"#
    return [
      part(#"{"alg":"RS256","kid":"k"}"#),
      part(#"{"iss":"https://appleid.apple.com","aud":"com.example.app","iat":1792000000,"events":"\#(events)"}"#),
      part(String(repeating: "s", count: 256)),
    ].joined(separator: ".")
  }()
}
