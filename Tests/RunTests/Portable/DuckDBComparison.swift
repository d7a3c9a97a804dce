import Foundation
import PythonScripts
import Testing

@testable import Judgement
@testable import Run

/// Cases of a rule on DuckDB: the same views, the same query, and row by row the same verdicts as on SQLite. What the
/// rules may not use is told by `PortableSubset`; this is the proof that what is left is read alike.
struct DuckDBComparison {
  private let rule: Rule
  private let folder: URL

  init(of rule: Rule) throws {
    self.rule = rule
    folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-portable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(PortableRule(rule)).write(to: folder.appending(path: "rule.json"))
  }

  func add(_ ruleCase: RuleCase, on evidence: CaseEvidence) throws {
    let data = try JSONEncoder().encode(PortableCase(ruleCase, of: rule, on: evidence))
    try data.write(to: folder.appending(path: "case-\(ruleCase.line).json"))
  }

  /// Expects DuckDB to come to the same rows in all cases.
  func comesToTheSame() throws -> Bool {
    let text = try PythonScript(name: "compare_on_duckdb.py", folder: "Portable").run([folder.path])
    let isTheSame = text == "\(try rule.cases().count) cases alike\n"
    #expect(isTheSame, "\(text)")
    return isTheSame
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
