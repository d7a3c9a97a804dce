import Foundation
import Judgement

extension Rule {
  /// The cases of the rule's `.cases.yaml`; none where there is no such file.
  ///
  /// - Throws: `ConfigurationError`.
  func cases() throws -> [RuleCase] {
    guard let caseText else { return [] }
    return try RuleCaseFile.read(caseText, file: caseFile)
  }

  private var caseFile: String { file.dropLast(4) + ".cases.yaml" }

  var caseText: String? {
    if isBuiltIn { return RuleBook.builtInCases(of: id) }
    return FileManager.default.contents(atPath: caseFile).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Which example the cases lack: of a pass, of a failure, or of a reason. Nil where none is missing.
  func gap(in cases: [RuleCase]) -> String? {
    let rows = cases.flatMap(\.expected)
    let verdicts = Set(rows.map(\.verdict))
    for verdict in ["pass", "fail"] where !verdicts.contains(verdict) { return "no case expects `\(verdict)`" }
    let reasons = Set(rows.compactMap(\.reason))
    for reason in metadata.reasons.keys.sorted() where !reasons.contains(reason) {
      return "no case for its reason `\(reason)`"
    }
    return nil
  }

  /// The lines of the case file between the name of a case and what it expects.
  ///
  /// - Parameter line: of the case's name, from 1.
  func givenLines(ofCaseAt line: Int) -> [String] {
    guard let caseText else { return [] }
    let lines = caseText.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line)
    return lines.prefix { !$0.hasPrefix("  - name:") && !$0.hasPrefix("    expect:") }
      .map { String($0.trimmingPrefix("    ")) }.filter { !$0.isEmpty }
  }
}
