import Foundation
import Testing

/// `audit --views`.
@Suite struct ViewFileTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user(#"u\"2"#, google: true)))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
  }

  private func rows(_ file: String) throws -> [[String: Any]] {
    try place.text(file).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func reportsAreNotReplacedByViews() throws {
    #expect(try place.audit("in", "--out", "reports").status == 1)
    let reports = try FileManager.default.contentsOfDirectory(atPath: place.path("reports").path).sorted()
    let outcome = try place.audit("in", "--out", "others", "--views", "reports")
    #expect(outcome.status == 64 && outcome.errors.contains("holds reports of an audit"), "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("reports").path).sorted() == reports)
  }

  @Test func eachViewIsAFile() throws {
    let outcome = try place.audit("in", "--views", "in/views")
    #expect(outcome.status == 1, "\(outcome)")
    let accounts = try rows("in/views/account.ndjson")
    #expect(accounts.compactMap { $0["uid"] as? String }.sorted() == ["u\"2", "u1"])
    #expect(accounts.allSatisfy { $0["present"] as? Int == 1 && $0["gone_at"] is NSNull })
    #expect(try rows("in/views/consent.ndjson").map { $0["kind"] as? String } == ["phone"])
    #expect(try place.text("in/views/mail.ndjson").isEmpty)
    let documented = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/views.md"),
      encoding: .utf8
    ).split(separator: "\n").filter { $0.hasPrefix("## ") }.map { "\($0.dropFirst(3)).ndjson" }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("in/views").path)
    #expect(names.sorted() == documented.sorted())
    for name in names {
      let rights = try FileManager.default.attributesOfItem(atPath: place.path("in/views/\(name)").path)
      #expect(rights[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  /// What a run writes is no input of the next, and one thread writes the same bytes as several.
  @Test func theyAreReproducible() throws {
    let flags = ["--store", "s.sqlite", "--as-of", Workplace.asOf]
    var texts: [[String: String]] = []
    for jobs in ["1", "2"] {
      try? FileManager.default.removeItem(at: place.path("s.sqlite"))
      let outcome = try place.run(["audit", "in", "--views", "in/views", "--jobs", jobs] + flags)
      #expect(outcome.status == 1 && !outcome.errors.contains("views"), "\(outcome)")
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path("in/views").path)
      texts.append(try Dictionary(uniqueKeysWithValues: names.map { ($0, try place.text("in/views/\($0)")) }))
    }
    #expect(texts[0] == texts[1] && texts[0].count > 20)
  }

  @Test func aFolderThatCannotBeMadeEndsTheRun() throws {
    try place.write("taken", "a file")
    let outcome = try place.audit("in", "--views", "taken/views")
    #expect(
      outcome.status == 73 && !FileManager.default.fileExists(atPath: place.path("reports/out/report.json").path),
      "\(outcome)")
  }
}
