import Evidence
import Foundation
import Intake
import Testing
import Timestamps

@Suite struct InputWalkerTests {
  @Test func walksFoldersInOrderOfBytes() throws {
    let folder = try TemporaryFolder()
    let hidden = [".DS_Store", ".hidden/x.json", "._a.json", "b/.withdrawals.csv.gz"]
    for name in ["b/z.csv", "a.json", "B.json", "b.json"] + hidden {
      _ = try folder.write([120], as: name)
    }
    let root = folder.url.path
    let listing = try InputWalker.walk([InputArgument(path: root)], .init(asOf: Fixture.asOf))
    #expect(listing.files.map(\.path) == ["B.json", "a.json", "b.json", "b/z.csv"].map { "\(root)/\($0)" })
    #expect(
      Dictionary(uniqueKeysWithValues: listing.skipped.map { ($0.path, $0.weight) }) == [
        "\(root)/.DS_Store": .known, "\(root)/.hidden": .known, "\(root)/._a.json": .known,
        "\(root)/b/.withdrawals.csv.gz": .notable,
      ])
    let slash = try InputWalker.walk([InputArgument(path: root + "/")], .init(asOf: Fixture.asOf))
    #expect(slash.files.map(\.path) == listing.files.map(\.path))
  }

  /// Of two statements of one moment, the order of their files decides, whichever input names which file.
  @Test func anOrderIsThatOfPlaces() throws {
    let folder = try TemporaryFolder()
    for name in ["a.csv", "b.csv", "c.csv"] { _ = try folder.write([120], as: name) }
    let root = folder.url.path
    let link = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: link.url.path + "/night", withDestinationPath: root)
    for spelling in ["\(root)/./b.csv", "\(link.url.path)/night/b.csv"] {
      let mapped = InputArgument(path: spelling, settings: SourceSettings(kind: .consents))
      let listing = try InputWalker.walk([InputArgument(path: root), mapped], .init(asOf: Fixture.asOf))
      #expect(listing.files.map(\.path) == ["\(root)/a.csv", spelling, "\(root)/c.csv"])
    }
  }

  @Test func namesWhatIsNotThere() {
    #expect(throws: IntakeError.noSuchInput(path: "/nonexistent/x")) {
      try InputWalker.walk([InputArgument(path: "/nonexistent/x")], .init(asOf: Fixture.asOf))
    }
  }

  @Test func followsNoLinkOutOfTheFolder() throws {
    let outside = try TemporaryFolder()
    let target = try outside.write([120], as: "secret.json")
    let folder = try TemporaryFolder()
    _ = try folder.write([120], as: "a.json")
    _ = try folder.write([120], as: "..data/users.json")
    let root = folder.url.path
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: root + "/out.json", withDestinationPath: target)
    try manager.createSymbolicLink(atPath: root + "/outer", withDestinationPath: outside.url.path)
    try manager.createSymbolicLink(atPath: root + "/lost.json", withDestinationPath: "nowhere")
    try manager.createSymbolicLink(atPath: root + "/same.json", withDestinationPath: "a.json")
    try manager.createSymbolicLink(atPath: root + "/users.json", withDestinationPath: "..data/users.json")
    try manager.createSymbolicLink(atPath: root + "/loop", withDestinationPath: ".")
    for name in ["pipe", "pipe.json"] { #expect(mkfifo("\(root)/\(name)", 0o600) == 0) }
    try manager.createSymbolicLink(atPath: root + "/piped.csv", withDestinationPath: "pipe")
    let listing = try InputWalker.walk([InputArgument(path: root)], .init(asOf: Fixture.asOf))
    #expect(listing.files.map(\.path) == ["a.json", "users.json"].map { "\(root)/\($0)" })
    #expect(
      Set(listing.skipped.map(\.path))
        == Set(
          ["..data", "lost.json", "loop", "out.json", "outer", "pipe", "pipe.json", "piped.csv", "same.json"].map {
            "\(root)/\($0)"
          }))
    #expect(
      Set(listing.skipped.filter(\.isProblem).map(\.path))
        == Set(["lost.json", "out.json", "outer", "pipe.json", "piped.csv"].map { "\(root)/\($0)" }))
    // A link that the user names is followed.
    let named = try InputWalker.walk([InputArgument(path: root + "/out.json")], .init(asOf: Fixture.asOf))
    #expect(named.files.count == 1)
  }

  @Test func leavesOutTheStoreAndTheReports() throws {
    let folder = try TemporaryFolder()
    for name in ["a.json", "reports/out/report.json", "store/audit.sqlite", "store/audit.sqlite-wal"] {
      _ = try folder.write([120], as: name)
    }
    let root = folder.url.path
    let listing = try InputWalker.walk(
      [InputArgument(path: root)],
      .init(asOf: Fixture.asOf, excluding: ["\(root)/reports/out", "\(root)/store", "\(root)/missing"]))
    #expect(listing.files.map(\.path) == ["\(root)/a.json"])
  }

  @Test func aFileIsReadOnceAndItsOwnSettingsWin() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([120], as: "a.json")
    let settings = SourceSettings(kind: .links, capturedAt: Timestamp(milliseconds: 5))
    let listing = try InputWalker.walk(
      [InputArgument(path: folder.url.path), InputArgument(path: path, settings: settings), InputArgument(path: path)],
      .init(asOf: Fixture.asOf))
    #expect(listing.files.count == 1)
    #expect(listing.files.first?.settings.kind == .links)
    #expect(listing.files.first?.capturedAt == Timestamp(milliseconds: 5))
  }

  @Test func writesNamesThatAreNotUTF8() throws {
    let folder = try TemporaryFolder()
    let name = Array((folder.url.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    let listing = try InputWalker.walk([InputArgument(path: folder.url.path)], .init(asOf: Fixture.asOf))
    let file = try #require(listing.files.first)
    #expect(file.path == folder.url.path + "/caf\\xE9")
    #expect(Recogniser(options: Fixture.options).recognise(file).outcome == .empty)
  }

  @Test func takesTheModificationTime() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([120], as: "a.json")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    let listing = try InputWalker.walk(
      [InputArgument(path: path), InputArgument(path: "-")], .init(asOf: Fixture.asOf))
    #expect(listing.files.map(\.path) == ["-", path])
    #expect(listing.files.map(\.capturedAt) == [Fixture.asOf, Timestamp(milliseconds: 1_700_000_000_000)])
    #expect(listing.files.map(\.isRegular) == [false, true])
  }

  @Test func namesSayWhenAFileWasCaptured() throws {
    let folder = try TemporaryFolder()
    let night = folder.url.path + "/2026-11-18T030000Z"
    for name in [
      "users.json", "a/b/users.json", "a/users-2026-11-17.json", "2026-11-16/users.json", "later-2026-11-22.json",
    ] {
      _ = try folder.write(Array(name.utf8), as: "2026-11-18T030000Z/\(name)")
    }
    func captures(_ path: String, _ change: (inout InputWalker.Options) -> Void = { _ in }) throws -> [String: String] {
      var options = InputWalker.Options(asOf: Fixture.asOf)
      change(&options)
      let files = try InputWalker.walk([InputArgument(path: path)], options).files
      return files.reduce(into: [:]) {
        $0[String($1.path.dropFirst(path.count))] = "\($1.capture.origin.rawValue) \($1.capturedAt.rfc3339.prefix(13))"
      }
    }
    let all = try captures(night)
    #expect(all["/users.json"] == "name 2026-11-18T03")
    #expect(all["/a/b/users.json"] == "name 2026-11-18T03")
    #expect(all["/a/users-2026-11-17.json"] == "name 2026-11-17T00")
    #expect(all["/2026-11-16/users.json"] == "name 2026-11-16T00")
    // Its own name is too late, its folder's is not.
    #expect(all["/later-2026-11-22.json"] == "name 2026-11-18T03")
    #expect(try captures(night + "/users.json")[""] == "name 2026-11-18T03")
    // Outside of what was given.
    #expect(try captures(night + "/a")["/b/users.json"]?.hasPrefix("file-time") == true)
    // A link to the folder of the last night.
    let latest = folder.url.path + "/latest"
    try FileManager.default.createSymbolicLink(atPath: latest, withDestinationPath: night)
    #expect(try captures(latest)["/users.json"] == "name 2026-11-18T03")
    let flag = try captures(night) { $0.capturedAt = Timestamp(milliseconds: 1_795_000_000_000) }
    #expect(Set(flag.values) == ["flag 2026-11-18T11"])
    let early = try captures(night) { $0.latestName = Timestamp(milliseconds: 1_700_000_000_000) }
    #expect(early.values.allSatisfy { $0.hasPrefix("file-time") })
  }

  @Test func aFolderWithAConfigurationOfItsOwnIsLeftOut() throws {
    let folder = try TemporaryFolder()
    for name in ["relay-audit.yaml", "a.json", "b/relay-audit.yaml", "b/c.json", "b/d/e.json", "f/g.json"] {
      _ = try folder.write([120], as: name)
    }
    let root = folder.url.path
    let listing = try self.listing(of: root, excluding: ["\(root)/relay-audit.yaml"])
    #expect(listing.files.map(\.path) == ["a.json", "f/g.json"].map { "\(root)/\($0)" })
    #expect(listing.skipped.map(\.path) == ["\(root)/b"])
    #expect(listing.skipped.map(\.weight) == [.notable])
    // The configuration in force may lie below what it audits.
    let below = try self.listing(of: root, excluding: ["\(root)/b/relay-audit.yaml"])
    #expect(below.files.map(\.path) == ["a.json", "b/c.json", "b/d/e.json", "f/g.json"].map { "\(root)/\($0)" })
    #expect(below.skipped.map(\.path) == ["\(root)/relay-audit.yaml"])
    #expect(below.skipped.map(\.weight) == [.known])
  }

  private func listing(of root: String, excluding: [String]) throws -> InputListing {
    try InputWalker.walk([InputArgument(path: root)], .init(asOf: Fixture.asOf, excluding: excluding))
  }

  @Test func theEmulatorsOtherProductsAreNoEvidence() throws {
    let folder = try TemporaryFolder()
    let others = [
      "database_export/ns.json", "dataconnect_export/postgres.tar.gz",
      "firestore_export/firestore_export.overall_export_metadata", "storage_export/blobs/users.json",
    ]
    for name in others + ["auth_export/accounts.json", "auth_export/config.json"] {
      _ = try folder.write([120], as: name)
    }
    let root = folder.url.path
    // Without the emulator's own list, they are folders like any other.
    #expect(try listing(of: root, excluding: []).files.count == 6)
    _ = try folder.write([120], as: "firebase-export-metadata.json")
    let listing = try listing(of: root, excluding: [])
    #expect(
      listing.files.map(\.path)
        == ["auth_export/accounts.json", "auth_export/config.json", "firebase-export-metadata.json"].map {
          "\(root)/\($0)"
        })
    #expect(listing.skipped.count == 4 && listing.skipped.allSatisfy { $0.weight == .known })
  }

  @Test(.enabled(if: geteuid() != 0, "root may look into any folder"))
  func whatCannotBeWalkedIsAProblem() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write([120], as: "a.json")
    _ = try folder.write([120], as: "closed/b.json")
    let closed = folder.url.path + "/closed"
    #expect(chmod(closed, 0) == 0)
    defer { chmod(closed, 0o700) }
    let listing = try listing(of: folder.url.path, excluding: [])
    #expect(listing.skipped.map(\.path) == [closed])
    #expect(listing.skipped.allSatisfy { $0.isProblem })
  }

  @Test func readsAPipeOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let bytes = gzip(try Fixture.bytes("firebase-cli-json/new.json"))
    let writer = Thread {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      handle.write(Data(bytes))
      try? handle.close()
    }
    writer.start()
    let listing = try InputWalker.walk([InputArgument(path: path)], .init(asOf: Fixture.asOf))
    let file = try #require(listing.files.first)
    var sink = Collector()
    let source = Recogniser(options: Fixture.options).recognise(file)
    let summary = try SourceReader(options: Fixture.options).read(source, ordinal: 1, into: &sink)
    #expect(summary.records == 3)
    #expect(summary.bytes == Int64(bytes.count))
  }

  @Test func namesFilesThatCannotBeRead() throws {
    let file = SourceFile(path: "/nonexistent/x", capturedAt: Fixture.asOf)
    let source = Recogniser(options: Fixture.options).recognise(file)
    #expect(source.outcome == .unreadable("the file cannot be opened: No such file or directory"))
    var sink = Collector()
    let summary = try SourceReader(options: Fixture.options).read(source, ordinal: 1, into: &sink)
    #expect(summary.rejected == 1)
    #expect(summary.fileError != nil)
  }
}
