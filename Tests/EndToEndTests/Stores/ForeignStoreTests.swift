import Foundation
import Testing

/// A file that is no store is refused, and not a byte of it is changed (docs/contract.md, section 9).
@Suite struct ForeignStoreTests {
  /// Each makes `data/other.db`.
  private static let strangers = [
    "connection.execute('CREATE TABLE run (id)')": "a SQLite database with other tables",
    "connection.execute('PRAGMA application_id = 0x47504b47')": "another program's SQLite database",
    "connection.execute('PRAGMA user_version = 1')": "a SQLite database with other tables",
    // What it holds is beside it, since its program was killed.
    """
    connection.execute('PRAGMA journal_mode = WAL'); connection.execute('CREATE TABLE t (x)')
    os.kill(os.getpid(), 9)
    """: "a SQLite database with other tables",
    "open(path, 'w').write('a text of some length\\n' * 20)": "no SQLite database",
    "os.mkdir(path)": "no ordinary file",
  ]

  @Test(arguments: strangers.keys.sorted()) func isRefused(script: String) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try FileManager.default.createDirectory(at: place.path("data"), withIntermediateDirectories: true)
    let opening = script.contains("connection") ? "connection = sqlite3.connect(path, isolation_level=None)\n" : ""
    try place.python("import os, sqlite3\npath = 'data/other.db'\n" + opening + script)
    let before = try place.state(of: "data")
    #expect(before.count > 1)
    for command in [
      ["audit", "in"], ["audit", "in", "--no-remember"], ["history"], ["diff"], ["explain", "ra-0123456789abcdef"],
      ["verify"], ["report", "last"], ["forget", "--uid", "u1"], ["history", "--withdraw", "1", "--reason", "x"],
      ["sample", "in", "--rule", "consent/link-phone", "--size", "1", "--seed", "s"],
    ] {
      let outcome = try place.run(command + ["--store", "data/other.db"])
      #expect(outcome.status == 65, "\(command): \(outcome)")
      #expect(outcome.errors.contains("data/other.db is not a store of relay-audit"), "\(outcome.errors)")
      #expect(outcome.errors.contains(Self.strangers[script] ?? "?"), "\(outcome.errors)")
      #expect(try place.state(of: "data") == before, "\(command)")
    }
  }

  @Test func anEmptyFileBecomesAStore() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("store.db", "")
    #expect(try place.run("history", "--store", "store.db").status == 66)
    #expect(try place.text("store.db").isEmpty)
    #expect(try place.audit("in", "--store", "store.db").status == 0)
    #expect(try place.run("history", "--store", "store.db").output.hasPrefix("1 "))
    let header = try Data(contentsOf: place.path("store.db"))
    #expect(header[68..<72].elementsEqual("rlAu".utf8))
    #expect(try place.audit("in", "--store", "store.db").status == 0)
  }
}
