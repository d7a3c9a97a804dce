import Foundation
import Testing

@Suite struct InitCommandTests {
  private let consents = "uid,purpose,granted,consented_at\nu1,link:phone,true,2026-01-01T00:00:00Z\n"

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.csv", consents)
    return place
  }

  @Test func writesWhatInspectAndAuditThenRead() throws {
    let place = try place()
    let outcome = try place.run("init", "in")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    for line in [
      "Wrote in/relay-audit.yaml.", "  recognised  users.json: accounts, firebase-cli-json",
      "  proposed    consents.csv: consents", "  \(Workplace.program.path) inspect in",
    ] {
      #expect(outcome.output.contains(line + "\n"), "\(line)\n\(outcome.output)")
    }
    let text = try String(contentsOf: place.path("in/relay-audit.yaml"), encoding: .utf8)
    #expect(text.hasPrefix("# yaml-language-server: $schema=relay-audit.schema.json\n"))
    #expect(FileManager.default.fileExists(atPath: place.path("in/relay-audit.schema.json").path))
    let attributes = try FileManager.default.attributesOfItem(atPath: place.path("in/relay-audit.yaml").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try place.run("inspect", "in").output.contains("read as    line 2: uid=u1 purpose=link:phone"))
    #expect(try place.audit("in").status == 0)
    // From within the folder, the configuration alone says what is read.
    #expect(try place.run("audit", "--config", "in/relay-audit.yaml", "--as-of", Workplace.asOf).status == 0)
  }

  /// In what is printed; the configuration needs them as they are.
  @Test func namesOfFilesAreMasked() throws {
    let place = try place()
    try place.write("in/users-a.person@example.com.json", Sample.export(Sample.user("u2")))
    try place.write("in/consents +1 555 0102.csv", consents)
    let outcome = try place.run("init", "in")
    #expect(outcome.status == 0 && outcome.output.contains("u…@example.com.json: accounts"), "\(outcome)")
    #expect(outcome.output.contains("consents +…02.csv: consents"), "\(outcome)")
    #expect(!(outcome.output + outcome.errors).contains("person@") && !outcome.output.contains("0102"), "\(outcome)")
    #expect(try place.text("in/relay-audit.yaml").contains("consents +1 555 0102.csv"))
  }

  /// What was not read must not look as if nothing were in it.
  @Test func saysWhatCannotBeRead() throws {
    let place = try place()
    // Each file is opened to be recognised, that of accounts for its names, and the other one for its columns.
    for (call, file) in [(2, "users.json"), (3, "users.json"), (4, "consents.csv"), (5, "consents.csv")] {
      let outcome = try Faults.run(["init", "in"], in: place, at: call, of: ["open"], .fails(EMFILE, forEver: false))
      let sentence = "\(file): it cannot be read: the file cannot be opened: Too many open files"
      #expect(outcome.status == 0 && outcome.output.contains("  left out    \(sentence)\n"), "\(call): \(outcome)")
      let left = sentence.replacing(": it", with: " is left out: it")
      #expect(try place.text("in/relay-audit.yaml").contains(left), "\(call)")
      try FileManager.default.removeItem(at: place.path("in/relay-audit.yaml"))
    }
  }

  @Test func overwritesNothing() throws {
    let place = try place()
    try place.write("in/relay-audit.yaml", "project: mine\n")
    let outcome = try place.run("init", "in")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("in/relay-audit.yaml already exists, and is not overwritten"))
    #expect(try String(contentsOf: place.path("in/relay-audit.yaml"), encoding: .utf8) == "project: mine\n")
    let link = try self.place()
    try FileManager.default.createSymbolicLink(atPath: link.path("in/relay-audit.yaml").path, withDestinationPath: "x")
    #expect(try link.run("init", "in").status == 64)
    #expect(!FileManager.default.fileExists(atPath: link.path("in/x").path))
  }

  @Test func aFolderIsNeededWithSomethingInIt() throws {
    let place = try place()
    #expect(try place.run("init", "nowhere").status == 66)
    #expect(try place.run("init", "in/users.json").status == 64)
    try FileManager.default.createDirectory(at: place.path("empty"), withIntermediateDirectories: true)
    let empty = try place.run("init", "empty")
    #expect(empty.status == 66 && empty.errors.contains("there are no files in empty"), "\(empty)")
  }

  @Test func suggestPrintsTheSameEntries() throws {
    let place = try place()
    let outcome = try place.run("inspect", "--suggest", "in/consents.csv", "in/users.json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("  - path: in/consents.csv\n    kind: consents"))
    #expect(outcome.output.contains("# in/users.json needs no entry: accounts, firebase-cli-json"))
    try place.write("relay-audit.yaml", outcome.output)
    #expect(try place.audit("in/users.json").status == 0)
    // Reports are no input.
    try place.write("in/reports/out/flagged-accounts.csv", try place.text("reports/out/flagged-accounts.csv"))
    #expect(try !place.run("inspect", "--suggest", "in").output.contains("flagged-accounts"))
    for arguments in [
      ["inspect", "--suggest"], ["inspect", "--suggest", "-"], ["inspect", "--suggest", "--json", "in"],
    ] {
      #expect(try place.run(arguments).status == 64, "\(arguments)")
    }
  }

  @Test func aKindThatIsNamedIsNoQuestion() throws {
    let place = try Workplace()
    try place.write("a.csv", "person,what,when\nann@example.com,link:phone,2026-01-01T00:00:00Z\n")
    #expect(try place.run("inspect", "--suggest", "a.csv").output.contains("# question: what is a.csv?"))
    let named = try place.run("inspect", "--suggest", "--input", "consents=a.csv").output
    #expect(named.contains("kind: consents  # sure: it was named so"), "\(named)")
  }

  /// A message, a name or a header can hold anything.
  @Test func whatIsInFilesIsMaskedAndBreaksNothing() throws {
    let place = try Workplace()
    try place.write("users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write(
      "it's: #1 [x].csv",
      "uid,purpose,status,given_at,\"no\nnote: x\"\nu1,link:phone,ann@example.com,2026-01-01T00:00:00Z,\"a\nb\"\n"
        + "u1,link:phone,\"'\ngate: {fail_on: none}\n# \",2026-01-01T00:00:00Z,c\n"
        + "u1,link:phone,ann%40example.com,2026-01-01T00:00:00Z,c\nu1,link:phone,%2B15550123,2026-01-01T00:00:00Z,c\n")
    try place.write("b.csv", "who,tel\nann@example.com,+15550123\n")
    try place.write("c.txt", "just some text of ann@example.com\nand more\n")
    let outcome = try place.run("init")
    #expect(outcome.status == 0, "\(outcome)")
    let text = try String(contentsOf: place.path("relay-audit.yaml"), encoding: .utf8)
    #expect(!text.contains("ann@") && !text.contains("ann%40") && !text.contains("5550123"), "\(text)")
    #expect(text.contains("a…%40example.com"))
    let inspected = try place.run("inspect")
    #expect(inspected.status == 0, "\(inspected)")
    #expect(try place.audit(".").status == 2)
  }

  @Test func nightsOfOneFileAreOneEntry() throws {
    let place = try place()
    for day in ["19", "20"] {
      try place.write("in/log/optins-2026-11-\(day).csv", consents)
    }
    #expect(try place.run("init", "in").status == 0)
    let text = try String(contentsOf: place.path("in/relay-audit.yaml"), encoding: .utf8)
    #expect(text.contains("  - path: 'log/optins-*.csv'  # 2 files\n"), "\(text)")
    try place.write("in/log/optins-2026-11-21.csv", consents)
    #expect(try place.run("inspect", "in").output.contains("optins-2026-11-21.csv\n  kind       consents"))
  }
}
