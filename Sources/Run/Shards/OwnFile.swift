import Foundation
import Platform

/// Files that commands on shards write for one another: parts and sums. They may have personal data, so they are for
/// their owner alone, whatever rights a file had whose place they take.
enum OwnFile {
  /// - Parameters:
  ///   - begin: how a file begins that an earlier call wrote.
  ///   - name: of what is to be written.
  /// - Throws: `UserError` where something else is there, which stays as it is.
  static func check(_ path: String, begin: Data, _ name: String) throws(UserError) {
    // Attributes of the link itself, not of its target.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    if attributes[.type] as? FileAttributeType == .typeRegular, let file = FileHandle(forReadingAtPath: path) {
      let bytes = try? file.read(upToCount: begin.count) ?? Data()
      if bytes == begin || bytes?.isEmpty == true { return }
    }
    throw UserError(.usage, "\(path) already exists and is not a \(name)", remedy: "name another file for the \(name)")
  }

  /// Writes a file in pieces, in place of one that may be there.
  ///
  /// - Throws: `UserError` where it cannot be written, and what `body` throws.
  static func write<Result>(
    to path: String, _ body: (_ output: @escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    do {
      return try WholeFile.write(to: path, .own, body)
    } catch let problem as FolderProblem {
      throw UserError(
        .cannotWrite, "\(path) cannot be written: \(problem.cause)", remedy: "name a file in a folder of your own")
    }
  }
}
