import Foundation
import Testing

/// What others put in the way in a shared folder is not followed, and what can be replaced by everybody is refused.
@Suite struct PlantedFileTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("victim", "of somebody's own")
    try FileManager.default.createDirectory(at: place.path("shared"), withIntermediateDirectories: true)
    try rights(0o1777, "shared")
  }

  private func rights(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path(name).path)
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: place.path(name).path)[.posixPermissions] as? Int
  }

  /// As another user, where the tests are root's; else as this one.
  private func asAnother(_ script: String) throws {
    let shell = ["sh", "-c", script]
    let outcome = try place.run(
      geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + shell : shell,
      program: URL(filePath: "/usr/bin/env"))
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test func linksAndFiles() throws {
    try asAnother("cd shared && ln -s ../victim report.json && echo x > report.html && chmod 666 report.html")
    // In a folder with the sticky bit nobody but root may replace them.
    if geteuid() != 0 { try rights(0o755, "shared") }
    let outcome = try place.audit("in", "--out", "shared", "--store", "s/audit.sqlite")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try place.text("victim") == "of somebody's own")
    for name in ["report.json", "report.html", "flagged-accounts.csv"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path("shared/\(name)").path)
      #expect(attributes[.type] as? FileAttributeType == .typeRegular)
      #expect(try mode("shared/\(name)") == 0o600)
      #expect(attributes[.ownerAccountID] as? UInt32 == geteuid())
    }
  }

  @Test(.enabled(if: geteuid() == 0, "another user is needed"))
  func foldersOfOthers() throws {
    try asAnother("cd shared && mkdir theirs && ln -s .. link && touch audit.sqlite")
    for (name, arguments) in [
      ("shared/theirs", ["--out", "shared/theirs"]), ("shared/link", ["--out", "shared/link/new"]),
      ("shared/theirs", ["--views", "shared/theirs"]), ("shared/audit.sqlite", ["--store", "shared/audit.sqlite"]),
    ] {
      let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf] + arguments)
      #expect(outcome.status == 73, "\(outcome)")
      #expect(outcome.errors.contains("\(name) belongs to another user (65534)"), "\(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("new").path))
    #expect(try place.text("shared/audit.sqlite").isEmpty)
    // A folder of one's own in a shared one is safe.
    #expect(try place.audit("in", "--out", "shared/mine", "--store", "shared/own/audit.sqlite").status == 0)
  }

  @Test func foldersOpenToAll() throws {
    try FileManager.default.createDirectory(at: place.path("open"), withIntermediateDirectories: true)
    try rights(0o777, "open")
    for arguments in [["--out", "open"], ["--store", "open/audit.sqlite"], ["--views", "open"]] {
      let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf] + arguments)
      #expect(outcome.status == 73, "\(outcome)")
      #expect(outcome.errors.contains("everybody may replace the files in"), "\(outcome)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("open").path) == [])
    }
  }

  @Test func rightsOfTheStoreAreTakenBack() throws {
    #expect(try place.audit("in").status == 0)
    try rights(0o644, ".relay-audit/audit.sqlite")
    #expect(try place.audit("in").status == 0)
    #expect(try mode(".relay-audit/audit.sqlite") == 0o600)
  }

  /// A report cannot take the place of a folder, and this is known before the run is kept.
  @Test func aFolderInTheWay() throws {
    try FileManager.default.createDirectory(at: place.path("out/report.html"), withIntermediateDirectories: true)
    let outcome = try place.audit("in", "--out", "out")
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("out/report.html cannot be written: there is a folder of that name"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("out").path) == ["report.html"])
    #expect(try place.run("history").status == 66)
  }
}
