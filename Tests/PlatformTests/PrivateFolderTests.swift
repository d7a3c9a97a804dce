import Foundation
import Testing

@testable import Platform

@Suite struct PrivateFolderTests {
  private let place: URL
  private let parent: OpenFolder

  init() throws {
    place = FileManager.default.temporaryDirectory.appending(path: "relay-audit-platform-\(UUID().uuidString)")
    parent = try OpenFolder(making: place.path)
  }

  private func names() throws -> [String] { try parent.names().sorted() }

  @Test func isItsOwnersAloneAndGoes() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    do {
      let folder = try PrivateFolder(in: parent, prefix: "test-")
      #expect(folder.folder.status.st_mode & 0o777 == 0o700)
      #expect(folder.name != (try PrivateFolder(in: parent, prefix: "test-")).name)
      close(try folder.folder.makeFile("a"))
      #expect(throws: FolderProblem.self) { try folder.folder.makeFile("a") }
      #expect(folder.folder.status(of: "a")?.st_mode == S_IFREG | 0o600)
      #expect(try names() == [folder.name])
    }
    #expect(try names() == [])
  }

  @Test func linksAreNotFollowed() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let folder = try PrivateFolder(in: parent, prefix: "test-")
    let victim = place.appending(path: "victim")
    try Data("x".utf8).write(to: victim)
    symlink(victim.path, folder.path + "/a")
    #expect(throws: FolderProblem.self) { try folder.folder.makeFile("a") }
    #expect(throws: FolderProblem.self) { try folder.folder.openFile("a") }
    symlink(place.path, folder.path + "/b")
    folder.remove()
    #expect(try names() == ["victim"])
  }

  /// The dead are told from the living by their locks, and from folders of others by their names and marks.
  @Test func theDead() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let living = try PrivateFolder(in: parent, prefix: "test-")
    // As a killed process leaves it.
    let dead = "test-0123456789ab"
    try FileManager.default.createDirectory(
      at: place.appending(path: dead + "/inner"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for name in [PrivateFolder.lockName, "inner/file"] {
      try Data().write(to: place.appending(path: "\(dead)/\(name)"))
    }
    for name in ["test-0123456789aX", "test-0123456789a", "test-bbbbbbbbbbbb", "test-cccccccccccc"] {
      try FileManager.default.createDirectory(at: place.appending(path: name), withIntermediateDirectories: false)
    }
    // One without a mark, and one that others may look into.
    chmod(place.appending(path: "test-bbbbbbbbbbbb").path, 0o700)
    try Data().write(to: place.appending(path: "test-bbbbbbbbbbbb/file"))
    try Data().write(to: place.appending(path: "test-cccccccccccc/\(PrivateFolder.lockName)"))
    chmod(place.appending(path: "test-cccccccccccc").path, 0o755)
    let before = try names()
    // An empty one of ours, from before it had its mark.
    try FileManager.default.createDirectory(
      at: place.appending(path: "test-dddddddddddd"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let found = PrivateFolder.dead(in: parent, prefix: "test-")
    #expect(found.map(\.name) == [dead])
    // Nobody else finds it meanwhile.
    #expect(PrivateFolder.dead(in: parent, prefix: "test-").isEmpty)
    for folder in found { folder.remove() }
    #expect(try names() == before.filter { $0 != dead })
    #expect(try names().contains(living.name))
  }

  @Test func aFolderThatEverybodyMayWriteTo() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    chmod(place.path, 0o777)
    #expect(throws: FolderProblem.self) { try PrivateFolder(in: parent, prefix: "test-") }
    #expect(try names() == [])
    // Only its owner can move an entry away.
    chmod(place.path, 0o1777)
    #expect(try !PrivateFolder(in: parent, prefix: "test-").name.isEmpty)
  }

  @Test func marks() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let file = try parent.makeFile("a")
    defer { close(file) }
    #expect(FileMark.read(file) == nil)
    FileMark.set("an edition", on: file)
    // File systems without marks are no defect of the program.
    #expect([nil, "an edition"].contains(FileMark.read(file)))
  }
}
