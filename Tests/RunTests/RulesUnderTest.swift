import Foundation

@testable import Judgement

/// The built-in rules that the tests by rule go through: all, or those whose ids the variable `RULES` names.
enum RulesUnderTest {
  static var areNamed: Bool { ProcessInfo.processInfo.environment["RULES"]?.isEmpty == false }

  /// `RULES=consent/link-email,deletion scripts/test --filter CaseTests`; a family stands for its rules.
  static func ids() throws -> [String] {
    let all = try RuleBook.builtIn().rules.map(\.id)
    guard let named = ProcessInfo.processInfo.environment["RULES"]?.split(separator: ","), !named.isEmpty else {
      return all
    }
    return all.filter { id in named.contains { id == $0 || id.hasPrefix("\($0)/") } }
  }
}
