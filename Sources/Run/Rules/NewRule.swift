import Foundation
import Judgement
import Platform

/// A rule of the user's own, written from the template.
package struct NewRule: Sendable {
  /// The paths of the files that were written: the rule, then its cases.
  package var files: [String]
  /// The folder of rules that has them.
  package var folder: String

  /// Writes a rule and its cases. Nothing is overwritten.
  ///
  /// - Parameters:
  ///   - id: `FAMILY/NAME`.
  ///   - folder: the folder of rules; nil for the first configured one, or else `rules`.
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func write(_ id: String, folder: String?, config: String?) throws -> NewRule {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain =
      parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
      }
    guard isPlain, parts[0] != "frameworks" else {
      throw UserError(
        .usage, "`\(id)` cannot be the id of a rule",
        remedy: "use FAMILY/NAME in lower-case letters, digits and hyphens, such as house/two-factors")
    }
    let configuration = try Configuration.read(config)
    guard !(try RuleBook.builtIn().rules.contains { $0.id == id }) else {
      throw UserError(.usage, "\(id) is a built-in rule", remedy: "choose another name")
    }
    let folder = folder ?? configuration.rulePaths.first ?? "rules"
    let files = [("\(folder)/\(id).sql", RuleTemplate.rule), ("\(folder)/\(id).cases.yaml", RuleTemplate.cases)]
    func isThere(_ file: String) -> UserError {
      UserError(.cannotWrite, "\(file) already exists, and nothing was written", remedy: "choose another name")
    }
    for (file, _) in files where FileManager.default.fileExists(atPath: file) { throw isThere(file) }
    do {
      _ = try OpenFolder(making: "\(folder)/\(parts[0])")
    } catch {
      throw UserError(.cannotWrite, "\(folder)/\(parts[0]) cannot be made: \(error.cause)")
    }
    for (file, text) in files {
      guard try NewFile.write(text, to: file) else { throw isThere(file) }
    }
    return NewRule(files: files.map(\.0), folder: folder)
  }
}
