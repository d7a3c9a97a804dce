import Foundation
import Testing

/// No command asks the kernel for a socket, whether through libraries, by a call of its own, or in a program that it
/// starts.
@Suite struct NoNetworkTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// - Returns: the outcome of the program, which may have any of these statuses.
  private func offline(
    _ arguments: [String], isLocal: Bool = false, statuses: Set<Int32> = [0]
  ) throws -> Workplace.Outcome {
    let outcome = try Offline.run([Workplace.program.path] + arguments, isLocal: isLocal, in: place)
    #expect(outcome.status != Offline.killed, "\(arguments) asked for a socket")
    #expect(statuses.contains(outcome.status), "\(arguments): \(outcome)")
    return outcome
  }

  @Test(arguments: ["AF_INET", "AF_INET6", "AF_UNIX"]) func aProgramThatAsksForASocketIsKilled(family: String) throws {
    #expect(try Offline.ask([family], in: place).status == Offline.killed)
    #expect((try Offline.ask([family], isLocal: true, in: place).status == 0) == (family == "AF_UNIX"))
    #expect(try Offline.ask(["--child", family], in: place).status == 0)
  }

  /// Walks the list of commands as the program prints it, so that a new command cannot be left out.
  @Test func noCommandAsksForASocket() throws {
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    let asOf = ["--as-of", Workplace.asOf]
    for _ in 1...2 { _ = try offline(["audit", "in", "--format", "html,json,csv,xlsx"] + asOf, statuses: [1, 2]) }
    let user = try #require((try place.report()["run"] as? [String: Any])?["user"] as? String)
    #expect(user == String(try place.run(["id", "-un"], program: Self.env).output.dropLast()))
    let id = try #require(try place.findings().first { $0.verdict == "fail" }).id
    try place.write("waivers.yaml", "waivers: []\n")
    try place.write("new/users.json", Sample.export(Sample.user("u1")))
    let key = try place.run(
      ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", "key"], program: Self.env)
    #expect(key.status == 0, "\(key)")
    try place.write("signers", "a.person@example.com \(place.text("key.pub"))")
    let shard = ["--records", "records", "--shard", "records/records.ndjson", "--shard-number", "0/1"]
    // In the order in which they are run.
    let calls: [(path: [String], arguments: [String])] = [
      (["demo"], ["sample", "--accounts", "5"]), (["init"], ["new"]), (["inspect"], ["in"]), (["formats"], []),
      (["config"], []), (["rules", "list"], []), (["rules", "show"], ["consent/link-phone"]),
      (["rules", "new"], ["house/own", "--folder", "own"]), (["rules", "check"], ["own"]),
      (["rules", "test"], ["own"]), (["explain"], [id]), (["history"], []), (["diff"], []),
      (["report"], ["last", "--out", "past"]), (["baseline", "write"], ["baseline.txt"]),
      (["waivers"], ["--waivers", "waivers.yaml"] + asOf),
      (["sign-off"], ["last", "--as", "A. Person", "--note", "Read", "--key", "key"]),
      (["verify"], ["--allowed-signers", "signers"]), (["forget"], ["--uid", "u2"]),
      (["sample"], ["in", "--rule", "consent/link-phone", "--seed", "1", "--size", "2"] + asOf),
      (["extract"], ["in", "--out", "records", "--for-shards", "--store", "none.sqlite"] + asOf),
      (["audit"], shard + ["--part", "counts", "--counts"]),
      (["merge"], ["counts", "--counts", "--records", "records", "--sums", "sums"]),
      (["audit"], ["--help"]),
    ]
    #expect(Set(calls.map(\.path)) == Set(try CommandPaths.all(in: place)))
    // These two start `ssh-keygen`, which asks the machine who its user is, and an agent for a key.
    let asking = [["sign-off"], ["verify"]]
    for call in calls { _ = try offline(call.path + call.arguments, isLocal: asking.contains(call.path)) }
    // Without HOME, the account of the user could be asked for.
    let bare = try Offline.run(
      ["env", "-u", "HOME", "-u", "USER", "-u", "SHELL", Workplace.program.path, "audit", "in"] + asOf, in: place)
    #expect([1, 2].contains(bare.status), "\(bare)")
    _ = try offline(["--version", "--verbose"])
    for shell in ["bash", "zsh", "fish"] { _ = try offline(["--generate-completion-script", shell]) }
  }

  /// Wherever a path may stand, an address is one that leads nowhere. Documents that name others do not have them
  /// fetched.
  @Test func addressesAreNotVisited() throws {
    let address = "http://127.0.0.1:9/users.json"
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    for arguments in [
      ["inspect", address], ["audit", address], ["audit", "in", "--config", address],
      ["audit", "in", "--waivers", address],
      ["audit", "in", "--input", "accounts=\(address)"], ["verify", "--store", address], ["rules", "check", address],
    ] {
      _ = try offline(arguments, statuses: [64, 66])
    }
    for (name, text) in [
      ("jwks", "apple: {jwks: \"\(address)\"}\n"), ("inputs", "inputs: [{path: \"\(address)\"}]\n"),
      ("rules", "rules: {paths: [\"\(address)\"]}\n"),
    ] {
      try place.write("\(name).yaml", text)
      _ = try offline(["audit", "in", "--config", "\(name).yaml"], statuses: [64, 66])
    }
    // A workbook whose sheet and relations name documents elsewhere.
    let workbook = """
      import zipfile
      head = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY % d SYSTEM "http://127.0.0.1:9/d.dtd"> %d;]>'
      office = 'http://schemas.openxmlformats.org/'
      with zipfile.ZipFile('in/book.xlsx', 'w') as book:
          book.writestr('[Content_Types].xml', head + f'<Types xmlns="{office}package/2006/content-types"/>')
          book.writestr('xl/workbook.xml', head + '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>')
          book.writestr('xl/_rels/workbook.xml.rels', head + f'<Relationships><Relationship Id="r1" '
                        'TargetMode="External" Target="http://127.0.0.1:9/sheet.xml"/></Relationships>')
      """
    #expect(try place.run(["python3", "-c", workbook], program: Self.env).status == 0)
    let inspection = try offline(["inspect", "in"])
    #expect(inspection.output.contains("book.xlsx"), "\(inspection)")
  }

  /// What is linked into the program asks the C library for nothing that leads to a network. Libraries that it shares
  /// with others may: the tests above say that those parts are not called.
  @Test func theProgramImportsNoCallOfTheNetwork() throws {
    let symbols = try place.run(["nm", "--dynamic", "--undefined-only", Workplace.program.path], program: Self.env)
    let names = Set(
      symbols.output.split(separator: "\n").compactMap { $0.split(separator: " ").last?.prefix { $0 != "@" } })
    #expect(names.contains("open") || names.contains("open64"), "\(symbols.errors)")
    let forbidden: Set<Substring> = [
      "accept", "bind", "connect", "getaddrinfo", "gethostbyname", "getpwnam", "getpwuid", "getpwuid_r", "listen",
      "socket",
    ]
    #expect(names.isDisjoint(with: forbidden), "\(names.intersection(forbidden))")
    let libraries = try place.run(["readelf", "--dynamic", Workplace.program.path], program: Self.env).output
    #expect(libraries.contains("libc.so"))
    for name in ["FoundationNetworking", "libcurl", "libssl", "libpq"] { #expect(!libraries.contains(name), "\(name)") }
  }

  private static let env = URL(fileURLWithPath: "/usr/bin/env")
}
