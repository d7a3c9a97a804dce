import Foundation
import Testing

/// Files, and what one rule says of the persons in them.
struct VerdictCase: CustomTestStringConvertible, Sendable {
  var name: String
  var files: [String: String]
  var rule: String
  /// By uid: a verdict with its reason, or `pass`.
  var expected: [String: String]

  var testDescription: String { name }

  func check(_ arguments: String...) throws {
    let place = try Workplace()
    for (name, text) in files { try place.write("in/\(name)", text) }
    let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf, "--require", "none"] + arguments)
    #expect(outcome.status <= 2, "\(outcome.errors)")
    let found = try place.findings().filter { $0.rule == rule }
    let failing = Dictionary(found.map { ($0.uid ?? "", "\($0.verdict) \($0.reason)") }) { "\($0), \($1)" }
    #expect(failing == expected.filter { $0.value != "pass" })
    let rules = try #require(try place.report()["rules"] as? [[String: Any]])
    let counts = rules.first { $0["id"] as? String == rule }?["counts"] as? [String: Int]
    #expect(counts?["pass"] == expected.count { $0.value == "pass" })
  }
}
