import Foundation

/// A file or folder that cannot be written.
package struct CannotWrite: Error, Hashable, Sendable {
  package var path: String
  package var cause: String
}

/// The folder of reports. New files are written beside the old ones, readable by their owner only, and take their places
/// when all of them are complete: a failed run leaves the reports of the last good one. Files may be written in several
/// threads.
package final class ReportFolder: @unchecked Sendable {
  private let path: String
  private let pending: String
  /// Guards what follows it.
  private let lock = NSLock()
  private var names: [String] = []
  private var isCommitted = false

  /// Makes the folder where it is missing.
  ///
  /// - Throws: `CannotWrite`.
  package init(path: String) throws {
    self.path = path
    pending = path + "/.relay-audit-\(getpid())"
    do {
      // A folder that is there keeps its rights; a new one is its owner's.
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.createDirectory(
        atPath: pending, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CannotWrite(path: path, cause: "the folder cannot be made: \(Self.cause(error))")
    }
  }

  deinit {
    if !isCommitted { try? FileManager.default.removeItem(atPath: pending) }
  }

  /// Writes one file in pieces.
  ///
  /// - Throws: `CannotWrite`, and what `body` throws.
  func write(_ name: String, _ body: (_ output: @escaping ([UInt8]) throws -> Void) throws -> Void) throws {
    let file = pending + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(name) }
    defer { close(descriptor) }
    try body { bytes in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          throw self.failure(name)
        }
        written += count
      }
    }
    guard fsync(descriptor) == 0 else { throw failure(name) }
    lock.withLock { names.append(name) }
  }

  /// Puts all files in place, and takes away pages of an older report that this one does not have.
  ///
  /// - Throws: `CannotWrite`.
  package func commit() throws {
    for name in names {
      guard rename(pending + "/" + name, path + "/" + name) == 0 else { throw failure(name) }
    }
    let old = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in old where name.hasPrefix(HTMLPages.prefix) && name.hasSuffix(".html") && !names.contains(name) {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
    try? FileManager.default.removeItem(atPath: pending)
    isCommitted = true
  }

  private func failure(_ name: String) -> CannotWrite {
    CannotWrite(path: path + "/" + name, cause: String(cString: strerror(errno)))
  }

  private static func cause(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return (underlying ?? error).localizedDescription
  }
}
