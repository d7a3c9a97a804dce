import Foundation
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

  func expectTheSame() throws {
    let cases = try rule.cases().count
    let text = try compare()
    #expect(text == "\(cases) cases alike\n", "\(text)")
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What the script prints.
  private func compare() throws -> String {
    let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Portable/compare_on_duckdb.py").standardizedFileURL
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [python, script.path, folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
