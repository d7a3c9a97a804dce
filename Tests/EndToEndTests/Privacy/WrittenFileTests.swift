import Foundation
import Testing

/// Whatever a command writes is for its owner alone, as evidence is.
@Suite struct WrittenFileTests {
  private func mode(_ path: String, _ place: Workplace) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: place.path(path).path)[.posixPermissions] as? Int, "\(path)")
  }

  @Test func itsOwnersAlone() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    let written = Set(try FileManager.default.subpathsOfDirectory(atPath: place.folder.path))
    #expect(
      try place.audit(
        "in", "--require", "none", "--views", "views", "--format", "html,json,csv,xlsx,prometheus,intoto"
      ).status == 1)
    for arguments in [
      ["rules", "new", "house/two-factors"], ["rules", "new", "house/three-factors", "--folder", "other/rules"],
      ["baseline", "write", "baseline.txt"], ["init", "in"], ["report", "1", "--out", "again/out"],
      ["demo", "sample", "--accounts", "1"], ["sign-off", "1", "--as", "A. Person", "--note", "Read."],
    ] {
      let outcome = try place.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome)")
    }
    let new = try FileManager.default.subpathsOfDirectory(atPath: place.folder.path).filter { !written.contains($0) }
    #expect(new.count > 40)
    for path in new {
      let mode = try mode(path, place)
      #expect(mode & 0o077 == 0, "\(path) has the mode \(String(mode, radix: 8))")
    }
  }

  /// Somebody shares a baseline on purpose.
  @Test func aBaselineThatIsThereKeepsItsRights() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    try place.audit("in", "--require", "none")
    try place.run("baseline", "write", "baseline.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path("baseline.txt").path)
    #expect(try place.run("baseline", "write", "baseline.txt").status == 0)
    #expect(try mode("baseline.txt", place) == 0o640)
    // Neither is what is no baseline replaced, nor what a link leads to.
    try place.write("notes.txt", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("nowhere").path, withDestinationPath: place.path("missing").path)
    for name in ["notes.txt", "nowhere"] {
      #expect(try place.run("baseline", "write", name).status == 64)
    }
    #expect(try place.text("notes.txt") == "mine")
    #expect(!FileManager.default.fileExists(atPath: place.path("missing").path))
    #expect(try place.run("baseline", "write", "no/such/folder.txt").status == 73)
  }
}
