import Foundation
import Intake
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a proposed configuration into a folder (docs/contract.md, section 3). What is there already stays as it is.
package struct NewConfiguration: Sendable {
  /// Of the file that was written.
  package let path: String
  package let proposal: ConfigurationProposal

  /// Its first line points editors at its schema, which is written beside it unless it is there.
  ///
  /// - Throws: `UserError`.
  package init(in folder: String) throws {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let path = folder == "." ? InputWalker.configurationName : folder + "/" + InputWalker.configurationName
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw UserError(.noSuchInput, "there is no folder at \(folder)", remedy: "check the path")
    }
    guard isFolder.boolValue else {
      throw UserError(.usage, "\(folder) is a file", remedy: "name the folder that it is in")
    }
    // A link that leads nowhere is something as well.
    var status = stat()
    if lstat(path, &status) == 0 { throw Self.isThere(path) }
    proposal = try ConfigurationProposal(of: [folder], in: folder)
    guard !proposal.files.isEmpty else {
      throw UserError(.noSuchInput, "there are no files in \(folder)", remedy: "put the exports there first")
    }
    self.path = path
    // The configuration last: where it is there, all is.
    let schema = folder + "/" + EditorSchema.fileName
    let isNew = !FileManager.default.fileExists(atPath: schema)
    if isNew { try NewFile.write(try ConfigurationSchema.text(), to: schema) }
    do {
      try NewFile.write(proposal.text, to: path, orThrow: Self.isThere(path))
    } catch {
      if isNew { unlink(schema) }
      throw error
    }
  }

  private static func isThere(_ path: String) -> UserError {
    UserError(
      .usage, "\(path) already exists, and is not overwritten",
      remedy: "see what it leaves out with `relay-audit inspect --suggest`, or move it away")
  }
}
