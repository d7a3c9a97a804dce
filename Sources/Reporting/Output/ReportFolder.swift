import Crypto
import Foundation
import Platform
import Synchronization

/// A file or folder that cannot be written.
package struct CannotWrite: Error, Hashable, Sendable {
  package var path: String
  package var cause: String
}

/// The folder of reports. New files are written to a private folder inside it, readable by their owner only, and take the
/// places of older ones when all of them are complete: a failed run leaves the reports of the last good one. Files may be
/// written on several threads; `prepare` comes after all of them.
package final class ReportFolder: Sendable {
  /// Of the names of private folders.
  static let prefix = ".relay-audit-"

  /// As the user named it.
  private let path: String
  private let folder: OpenFolder
  /// The folder of the new files.
  private let pending: PrivateFolder
  /// The files that are complete.
  private let names = Mutex<[String]>([])

  /// Creates the folder if it does not exist. What killed processes left in it goes, or is completed.
  ///
  /// - Throws: `CannotWrite`.
  package init(path: String) throws {
    self.path = path
    do throws(FolderProblem) {
      // An existing folder keeps its permissions; a new one is for its owner only.
      folder = try OpenFolder(making: path)
      for left in PrivateFolder.dead(in: folder, prefix: Self.prefix) {
        switch ReportSwap.Step(of: left) {
        case .writing: left.remove()
        case .decided: _ = try? ReportSwap(left, for: folder)?.complete()
        // It may be due for the run of another store. It goes when the next reports take their place.
        case .ready: break
        }
      }
      pending = try PrivateFolder(in: folder, prefix: Self.prefix)
    } catch {
      throw CannotWrite(path: path, cause: error.cause)
    }
  }

  /// Writes one file in pieces.
  ///
  /// - Throws: `CannotWrite`, `Interruption.Stopped`, and what `body` throws.
  package func write<Result>(
    _ name: String, _ body: (_ output: @escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    try fill(name) { descriptor in
      try body { bytes in
        try Interruption.check()
        try self.problems(with: name) { () throws(FolderProblem) in try FileBytes.write(bytes, to: descriptor) }
      }
    }
  }

  /// Writes one file by its path, for a library that takes no bytes from others. The folder that `body` gets beside it
  /// is the one of the new files.
  ///
  /// - Throws: `CannotWrite`.
  func write(_ name: String, at body: (_ path: String, _ folder: String) throws(FileProblem) -> Void) throws {
    let folder = pending.ownPath
    try fill(name) { _ in
      do throws(FileProblem) {
        try body(folder + "/" + name, folder)
      } catch {
        throw CannotWrite(path: path + "/" + name, cause: error.cause)
      }
    }
  }

  private func fill<Result>(_ name: String, by body: (_ descriptor: Int32) throws -> Result) throws -> Result {
    let descriptor = try problems(with: name) { () throws(FolderProblem) in try pending.folder.makeFile(name) }
    defer { close(descriptor) }
    let result = try body(descriptor)
    guard fsync(descriptor) == 0 else { throw failure(name) }
    names.withLock { $0.append(name) }
    return result
  }

  /// Writes files, those last that tell of the others.
  ///
  /// - Throws: `CannotWrite`, and what making a file throws.
  package func write(_ files: [ReportFile]) throws {
    for file in files where !file.isClosing { try file.write(to: self) }
    for file in files where file.isClosing { try file.write(to: self) }
  }

  /// The files that are complete, in order of name, each with its digest.
  ///
  /// - Throws: `CannotWrite` where one cannot be read.
  func writtenFiles() throws -> [WrittenFile] {
    try names.withLock(\.self).sorted().map { name in
      let descriptor = try problems(with: name) { () throws(FolderProblem) in try pending.folder.openFile(name) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var hash = SHA256()
      do {
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
      } catch {
        throw CannotWrite(path: path + "/" + name, cause: "\(error.localizedDescription)")
      }
      return WrittenFile(name: name, sha256: hash.finalize().hexadecimal)
    }
  }

  /// Brings the new files to the disk, and makes sure that they can take their places.
  ///
  /// - Parameter edition: names the run and the form of its report. A file of the folder's that bears another one is of
  ///   other reports.
  /// - Throws: `CannotWrite`.
  package func prepare(edition: String) throws -> ReportSwap {
    let owner = folder.status
    for name in names.withLock(\.self) {
      guard let old = folder.status(of: name) else { continue }
      guard old.st_mode & S_IFMT != S_IFDIR else {
        throw CannotWrite(path: path + "/" + name, cause: "there is a folder of that name")
      }
      // In a folder with this bit, only its owner and the file's may replace a file.
      let isOthers = owner.st_mode & 0o1000 != 0 && ![old.st_uid, owner.st_uid, 0].contains { $0 == geteuid() }
      guard geteuid() == 0 || !isOthers else {
        throw CannotWrite(path: path + "/" + name, cause: "there is a file of another user's (\(old.st_uid))")
      }
    }
    let swap = ReportSwap(pending, for: folder, shownAs: path, edition: edition)
    try swap.prepare(names.withLock(\.self))
    return swap
  }

  /// Puts the new files in the places of the old ones, where no store is to agree with them.
  ///
  /// - Returns: as `ReportSwap.complete`.
  /// - Throws: `CannotWrite`, `Interruption.Stopped`.
  @discardableResult
  package func commit(edition: String = "") throws -> [String] { try prepare(edition: edition).complete() }

  /// The path of a report in the folder that this program wrote for another edition; nil where there is none.
  package func report(ofOtherThan edition: String) -> String? {
    folder.reports().first { $0.edition != nil && $0.edition != edition }.map { "\(path)/\($0.name)" }
  }

  /// The path of a file in the folder that this program wrote under another name than these; nil where there is none.
  package func report(otherThan names: Set<String>) -> String? {
    folder.reports().first { $0.edition != nil && !names.contains($0.name) }.map { "\(path)/\($0.name)" }
  }

  private func problems<Result>(
    with name: String, _ body: () throws(FolderProblem) -> Result
  ) throws(CannotWrite) -> Result {
    do {
      return try body()
    } catch {
      throw CannotWrite(path: path + "/" + name, cause: error.cause)
    }
  }

  private func failure(_ name: String) -> CannotWrite {
    CannotWrite(path: path + "/" + name, cause: String(cString: strerror(errno)))
  }
}

extension Sequence<UInt8> {
  /// Lower-case.
  var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
