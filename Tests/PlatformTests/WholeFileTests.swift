import Foundation
import Testing

@testable import Platform

@Suite struct WholeFileTests {
  private let place: URL

  init() throws {
    place = FileManager.default.temporaryDirectory.appending(path: "relay-audit-whole-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { place.appending(path: name).path }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() }

  @Test func takesAFilesPlaceAndRights() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    try WholeFile.write(Array("one".utf8), to: path("a"), .any)
    #expect(mode("a") == 0o600)
    chmod(path("a"), 0o640)
    symlink("a", path("link"))
    try WholeFile.write(Array("two".utf8), to: path("link"), .any)
    #expect(try text("a") == "two" && mode("a") == 0o640)
    #expect(try names() == ["a", "link"])
  }

  @Test func aNewOneReplacesNothing() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    symlink("nowhere", path("link"))
    try WholeFile.write(Array("one".utf8), to: path("a"), .new)
    for name in ["a", "link"] {
      #expect(throws: WholeFile.IsThere.self) { try WholeFile.write([1], to: path(name), .new) }
    }
    #expect(try text("a") == "one")
    #expect(try names() == ["a", "link"])
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(throws: FolderProblem.self) { try WholeFile.write([1], to: path("none/a"), .any) }
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
    #expect(throws: FolderProblem.self) { try WholeFile.write([1], to: path("folder"), .any) }
    #expect(try names() == ["folder"])
  }
}
