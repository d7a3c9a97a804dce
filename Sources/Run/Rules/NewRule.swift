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
    // Cases without their rule may be what a killed process left.
    let left = FileManager.default.contents(atPath: files[1].0) == Data(files[1].1.utf8) ? files[1].0 : nil
    for (file, _) in files where file != left && FileManager.default.fileExists(atPath: file) {
      throw UserError(.cannotWrite, "\(file) already exists, and nothing was written", remedy: "choose another name")
    }
    do {
      _ = try OpenFolder(making: "\(folder)/\(parts[0])")
    } catch {
      throw UserError(.cannotWrite, "\(folder)/\(parts[0]) cannot be made: \(error.cause)")
    }
    // The rule last: cases without a rule are no rule of the folder.
    var written: [String] = []
    do {
      for (file, text) in files.reversed() where file != left {
        try NewFile.write(text, to: file)
        written.append(file)
      }
    } catch {
      for file in written { unlink(file) }
      throw error
    }
    return NewRule(files: files.map(\.0), folder: folder)
  }
}
