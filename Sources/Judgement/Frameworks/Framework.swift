import Foundation
import Yams

/// A law, or a company's terms: what it requires, in its own order, and which rules look at each requirement.
package struct Framework: Hashable, Sendable {
  package struct Requirement: Hashable, Sendable {
    /// As rules name it in their metadata: `gdpr/7`.
    package var id: String
    /// In our words.
    package var text: String
    /// Rules that the file itself names, besides those whose metadata name the requirement.
    package var rules: [String]
  }

  /// The name of its file.
  package var name: String
  package var title: String
  package var url: String
  package var requirements: [Requirement]
}

extension Framework {
  /// The rules in force that look at a requirement, in order of id; empty where none does.
  package func rules(for requirement: Requirement, in book: RuleBook) -> [Rule] {
    book.rules.filter { $0.looks(at: requirement) }
  }

  /// The disabled rules that would look at a requirement, in order of id.
  package func disabledRules(for requirement: Requirement, in book: RuleBook) -> [Rule] {
    book.disabled.filter { $0.looks(at: requirement) }
  }

  /// - Throws: `RuleError`.
  static func read(_ yaml: String, name: String, file: String) throws -> Framework {
    let node: Node?
    do {
      node = try Yams.compose(yaml: yaml, .basic, .default, .utf8)
    } catch {
      throw RuleError(file: file, line: nil, problem: "is not valid YAML: \(error)")
    }
    func text(_ node: Node?, _ key: String) throws -> String {
      guard let text = node?[key]?.string, !text.isEmpty else {
        throw RuleError(file: file, line: node?.mark?.line, problem: "`\(key)` is missing, or is not text")
      }
      return text
    }
    func texts(_ node: Node?, _ key: String) throws -> [String] {
      guard let node else { return [] }
      guard case .sequence(let items) = node else {
        throw RuleError(file: file, line: node.mark?.line, problem: "`\(key)` must be a list")
      }
      return try items.map { item in
        guard case .scalar(let scalar) = item else {
          throw RuleError(file: file, line: item.mark?.line, problem: "`\(key)` must be a list of texts")
        }
        return scalar.string
      }
    }
    guard case .sequence(let requirements)? = node?["requirements"], !requirements.isEmpty else {
      throw RuleError(file: file, line: node?.mark?.line, problem: "`requirements` is missing, or is not a list")
    }
    return Framework(
      name: name, title: try text(node, "title"), url: try text(node, "url"),
      requirements: try requirements.map { item in
        Requirement(id: try text(item, "id"), text: try text(item, "text"), rules: try texts(item["rules"], "rules"))
      })
  }
}

extension Rule {
  fileprivate func looks(at requirement: Framework.Requirement) -> Bool {
    requirement.rules.contains(id) || metadata.frameworks.contains(requirement.id)
  }
}
