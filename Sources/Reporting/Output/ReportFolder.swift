import Crypto
import Foundation
import Synchronization

/// A file or folder that cannot be written.
package struct CannotWrite: Error, Hashable, Sendable {
  package var path: String
  package var cause: String
}

/// The folder of reports. New files are written to a folder inside it, readable by their owner only, and are moved into
/// place when all of them are complete: a failed run leaves the reports of the last good one. Files may be written on
/// several threads; `commit` comes after all of them.
package final class ReportFolder: Sendable {
  private struct State {
    /// The files that are complete.
    var names: [String] = []
    var isCommitted = false
  }

  private let path: String
  /// The folder of the new files.
  private let pending: String
  private let state = Mutex(State())

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `CannotWrite`.
  package init(path: String) throws {
    self.path = path
    pending = path + "/.relay-audit-\(getpid())"
    do {
      // An existing folder keeps its permissions; a new one is for its owner only.
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.createDirectory(
        atPath: pending, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CannotWrite(path: path, cause: "the folder cannot be made: \(Self.cause(error))")
    }
  }

  deinit {
    if !state.withLock(\.isCommitted) { try? FileManager.default.removeItem(atPath: pending) }
  }

  /// Writes one file in pieces.
  ///
  /// - Throws: `CannotWrite`, and what `body` throws.
  package func write<Result>(
    _ name: String, _ body: (_ output: @escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let file = pending + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(name) }
    defer { close(descriptor) }
    let result = try body { bytes in
      var written = 0
      while written < bytes.count {
        // # Safety: the bytes are valid until the closure returns, and `write` keeps no pointer to them.
        let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          throw self.failure(name)
        }
        written += count
      }
    }
    guard fsync(descriptor) == 0 else { throw failure(name) }
    state.withLock { $0.names.append(name) }
    return result
  }

  /// Writes one file by its path, for a library that takes no bytes from others. The folder that `body` gets beside it
  /// is the one of the new files.
  ///
  /// - Throws: `CannotWrite`.
  func write(_ name: String, at body: (_ path: String, _ folder: String) throws(FileProblem) -> Void) throws {
    let file = pending + "/" + name
    let descriptor = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(name) }
    defer { close(descriptor) }
    do {
      try body(file, pending)
    } catch {
      throw CannotWrite(path: path + "/" + name, cause: error.cause)
    }
    guard fsync(descriptor) == 0 else { throw failure(name) }
    state.withLock { $0.names.append(name) }
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
    try state.withLock(\.names).sorted().map { name in
      guard let file = FileHandle(forReadingAtPath: pending + "/" + name) else { throw failure(name) }
      defer { try? file.close() }
      var hash = SHA256()
      do {
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
      } catch {
        throw CannotWrite(path: path + "/" + name, cause: Self.cause(error))
      }
      return WrittenFile(name: name, sha256: hash.finalize().hexadecimal)
    }
  }

  /// Moves all files into place, and removes the pages of an older report that this one does not have.
  ///
  /// - Throws: `CannotWrite`.
  package func commit() throws {
    let names = state.withLock(\.names)
    for name in names {
      guard rename(pending + "/" + name, path + "/" + name) == 0 else { throw failure(name) }
    }
    // The reports are complete by now, so a leftover that cannot be removed does not fail the run.
    let old = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in old where HTMLReport.isBeside(name) && !names.contains(name) {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
    try? FileManager.default.removeItem(atPath: pending)
    state.withLock { $0.isCommitted = true }
  }

  private func failure(_ name: String) -> CannotWrite {
    CannotWrite(path: path + "/" + name, cause: String(cString: strerror(errno)))
  }

  /// The system's own message, which Foundation wraps.
  private static func cause(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return (underlying ?? error).localizedDescription
  }
}

extension Sequence<UInt8> {
  /// Lower-case.
  var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
