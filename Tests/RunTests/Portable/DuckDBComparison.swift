import Foundation
import Testing

@testable import Judgement
@testable import Run

/// Each case of each built-in rule on DuckDB: the same views, the same query, and row by row the same verdicts as on
/// SQLite. What the rules may not use is told by `PortableSubset`; this is the proof that what is left is read alike.
@Suite struct DuckDBTests {
  @Test(arguments: try RulesUnderTest.ids())
  func judgesLikeSQLite(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    let cases = try rule.cases()
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-portable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try JSONEncoder().encode(PortableRule(rule)).write(to: folder.appending(path: "rule.json"))
    for (index, ruleCase) in cases.enumerated() {
      let data = try RuleCaseRunner(rule: rule).withEvidence(of: ruleCase, variant: .plain) { evidence in
        try JSONEncoder().encode(PortableCase(ruleCase, of: rule, on: evidence))
      }
      try data.write(to: folder.appending(path: "case-\(index).json"))
    }
    let text = try Self.compare(folder)
    #expect(text == "\(cases.count) cases alike\n", "\(text)")
  }

  /// What the script prints.
  private static func compare(_ folder: URL) throws -> String {
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
