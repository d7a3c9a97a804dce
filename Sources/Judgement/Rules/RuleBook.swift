import Crypto
import Evidence
import Foundation
package import Vocabulary

/// The rules of a run, in order of id.
package struct RuleBook: Sendable {
  package private(set) var rules: [Rule]
  /// Those that a configuration left out, in order of id.
  package private(set) var disabled: [Rule] = []
  /// In order of name.
  package private(set) var frameworks: [Framework] = []

  /// The rules that come with the program.
  ///
  /// - Throws: `RuleError`, which would be a defect: a test loads them all.
  package static func builtIn() throws -> RuleBook { try embedded.get() }

  private static let embedded = Result {
    RuleBook(
      rules: try EmbeddedFiles.all.filter { $0.path.hasSuffix(".sql") }.map {
        try RuleFile.read($0.text, id: String($0.path.dropLast(4)), origin: RuleFile.builtIn)
      }.sorted { $0.id < $1.id },
      frameworks: try EmbeddedFiles.all.filter { $0.path.hasPrefix(Self.frameworks) }.map {
        let name = String($0.path.dropFirst(Self.frameworks.count).dropLast(5))
        return try Framework.read($0.text, name: name, file: "rules/\($0.path)")
      }.sorted { $0.name < $1.name })
  }

  /// The folder, in a folder of rules, of the frameworks' files.
  private static let frameworks = "frameworks/"

  /// The cases of a built-in rule, as YAML.
  package static func builtInCases(of rule: String) -> String? {
    EmbeddedFiles.all.first { $0.path == rule + ".cases.yaml" }?.text
  }

  /// Adds the rules of a user's folder: `FAMILY/NAME.sql` in it is the rule `FAMILY/NAME`, and `frameworks/NAME.yaml` a
  /// framework.
  ///
  /// - Throws: `RuleError`.
  package mutating func add(folder: String) throws {
    guard let all = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
      throw RuleError(file: folder, line: nil, problem: "is not a folder that can be read")
    }
    // What editors keep, and what a killed process left, is no rule.
    let paths = all.filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }
    func text(_ path: String) throws -> (file: String, text: String) {
      let file = folder + "/" + path
      guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8) else {
        throw RuleError(file: file, line: nil, problem: "cannot be read as UTF-8 text")
      }
      return (file, text)
    }
    for path in paths.sorted() where path.hasPrefix(Self.frameworks) && path.hasSuffix(".yaml") {
      let name = String(path.dropFirst(Self.frameworks.count).dropLast(5))
      let (file, text) = try text(path)
      guard !frameworks.contains(where: { $0.name == name }) else {
        throw RuleError(
          file: file, line: nil, problem: "there is a framework `\(name)` already; name this one differently")
      }
      frameworks.append(try Framework.read(text, name: name, file: file))
    }
    frameworks.sort { $0.name < $1.name }
    for path in paths.sorted() where path.hasSuffix(".sql") {
      let (file, text) = try text(path)
      let id = String(path.dropLast(4))
      guard id.split(separator: "/").count == 2 else {
        throw RuleError(file: file, line: nil, problem: "a rule stands at FAMILY/NAME.sql in its folder")
      }
      guard !rules.contains(where: { $0.id == id }) else {
        throw RuleError(file: file, line: nil, problem: "there is a rule `\(id)` already; name this one differently")
      }
      rules.append(try RuleFile.read(text, id: id, origin: file))
    }
    rules.sort { $0.id < $1.id }
  }

  /// Sets parameters of rules, by rule and name.
  ///
  /// - Throws: `RuleError` for a parameter that a rule does not have, or a value of another type.
  package mutating func set(_ values: [String: [String: String]]) throws {
    for index in rules.indices { rules[index] = try rules[index].with(values[rules[index].id] ?? [:]) }
  }

  /// Leaves out the disabled rules, and changes severities.
  package mutating func apply(disabled: [String], severities: [String: Severity]) {
    self.disabled += rules.filter { disabled.contains($0.id) }
    rules.removeAll { disabled.contains($0.id) }
    for index in rules.indices {
      rules[index].severity = severities[rules[index].id] ?? rules[index].severity
    }
  }

  /// SHA-256 of the text of each rule in force, by id, as lower-case hex.
  package var textsSHA256: [String: String] {
    Dictionary(rules.map { ($0.id, $0.textSHA256) }) { first, _ in first }
  }

  /// SHA-256 of all rules in force, with their severities, as lower-case hex.
  package var sha256: String {
    var hasher = SHA256()
    for rule in rules {
      hasher.update(data: Data("\(rule.id)\n\(rule.severity.rawValue)\n\(rule.text)\n".utf8))
      for (name, setting) in rule.parameters.sorted(by: { $0.key < $1.key }) {
        hasher.update(data: Data("\(name)=\(setting.text)\n".utf8))
      }
    }
    return Hexadecimal.text(of: hasher.finalize())
  }
}

extension Rule {
  /// Lower-case hex.
  package var textSHA256: String { Hexadecimal.text(of: SHA256.hash(data: Data(text.utf8))) }
}
