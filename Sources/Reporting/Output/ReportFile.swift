import Crypto
import Foundation
import Platform

/// A file of a report, to be written.
package struct ReportFile: Sendable {
  enum Content: Sendable {
    /// Passes the bytes to `output` in pieces.
    case pieces(@Sendable (_ output: ([UInt8]) throws -> Void) throws -> Void)
    /// Writes a file of this path, which exists. `folder` takes what is needed meanwhile: it is the owner's alone, and
    /// goes when the run ends.
    case path(@Sendable (_ path: String, _ folder: String) throws(FileProblem) -> Void)
    /// Passes the bytes to `output` in pieces, and tells of all other files of the report.
    case closing(@Sendable (_ others: [WrittenFile], _ output: ([UInt8]) throws -> Void) throws -> Void)
  }

  package let name: String
  private let making: Content

  /// - Parameter content: passes the bytes to `output` in pieces.
  init(name: String, content: @escaping @Sendable (_ output: ([UInt8]) throws -> Void) throws -> Void) {
    self.init(name: name, .pieces(content))
  }

  init(name: String, _ content: Content) {
    self.name = name
    making = content
  }

  /// Whether it tells of all other files, so that it is written when they are complete.
  package var isClosing: Bool { if case .closing = making { true } else { false } }

  /// - Throws: `CannotWrite`, and what making its content throws.
  package func write(to folder: ReportFolder) throws {
    switch making {
    case .pieces(let content): try folder.write(name) { try content($0) }
    case .path(let content): try folder.write(name, at: content)
    case .closing(let content):
      let others = try folder.writtenFiles()
      try folder.write(name) { try content(others, $0) }
    }
  }

  /// The SHA-256 of its bytes, lower-case hex.
  ///
  /// - Parameter others: all other files, for one that tells of them.
  /// - Throws: `CannotWrite`, and what making its content throws.
  package func sha256(others: [WrittenFile] = []) throws -> String {
    var hash = SHA256()
    try content(others: others) { hash.update(data: $0) }
    return hash.finalize().hexadecimal
  }

  /// Passes the bytes to `output` in pieces; they are written nowhere that lasts.
  func content(others: [WrittenFile] = [], _ output: ([UInt8]) throws -> Void) throws {
    switch making {
    case .pieces(let content): try content(output)
    case .closing(let content): try content(others, output)
    case .path(let write):
      let place = try TemporaryFiles.folder()
      let path = place.path + "/" + name
      close(try place.folder.makeFile(name))
      try write(path, place.path)
      try output(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }
  }
}

/// Why a file could not be written, by whoever writes it by its path.
struct FileProblem: Error, Hashable {
  var cause: String
}

/// A file of a report that is complete.
package struct WrittenFile: Hashable, Sendable {
  package var name: String
  /// Lower-case hex.
  package var sha256: String
}
