import Foundation
import Testing

@testable import Evidence
@testable import History
@testable import Judgement
@testable import Run

/// A verdict about one person rests on no record of anybody who shares no name with them, not even through others: in
/// the cases of all rules, groups of people who share names come apart to the verdicts to which they come together.
@Suite struct PeopleApartTests {
  /// By rule, the beginning of the name of a case in which a verdict rests on what the exports show as a whole.
  private static let wholes = ["deletion/account-removed": "A tenant of which no account was exported"]

  @Test(arguments: try RulesUnderTest.ids()) func groupsComeToTheSameVerdicts(rule id: String) throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == id })
    for ruleCase in try rule.cases() where ruleCase.earlierNights.isEmpty {
      if let name = Self.wholes[id], ruleCase.name.hasPrefix(name) { continue }
      let expected = ruleCase.expected.filter { $0.subject != nil }
      guard expected.count > 1 else { continue }
      do {
        let (groups, rows) = try apart(ruleCase, rule)
        guard groups > 1 else { continue }
        let difference = RuleCaseRunner(rule: rule).difference(
          of: rows.filter { $0.subject != nil }, from: expected, in: ruleCase)
        if let difference {
          Issue.record("\(id): \(ruleCase.name): lacks \(difference.missing), has \(difference.unexpected)")
        }
      } catch let error as UserError {
        Issue.record("\(id): \(ruleCase.name): \(error)")
      }
    }
  }

  /// - Returns: how many groups there are, and what the rule says of all.
  private func apart(_ ruleCase: RuleCase, _ rule: Rule) throws -> (groups: Int, rows: [RuleCase.Expectation]) {
    try TemporaryFolder.with { folder in
      let inputs = folder.appending(path: "in")
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for (name, text) in ruleCase.files { try Data(text.utf8).write(to: inputs.appending(path: name)) }
      try CaseFiles(folder: inputs).write(ruleCase.lastNight, config: ruleCase.config, variant: .plain)
      var options = AuditOptions()
      options.config = inputs.appending(path: AuditSettings.defaultConfig).path
      options.asOf = ruleCase.lastNight.asOf
      let settings = try AuditSettings(options)
      let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)
      let whole = folder.appending(path: "whole")
      _ = try Extraction(of: Inputs(settings, diagnostics: diagnostics), settings, to: whole.path, diagnostics)
      let parts = try Parts(of: whole)
      var rows: [RuleCase.Expectation] = []
      for (number, part) in parts.all.enumerated() {
        let place = folder.appending(path: "part-\(number)")
        try part.write(to: place)
        let inputs = try ExtractedInputs(in: place.path, settings, diagnostics: diagnostics)
        let store = folder.appending(path: "store-\(number).sqlite").path
        rows += try EvidenceStore(path: store, isDurable: false).run(settings.evidence) { session, store in
          var timer = PassTimer()
          let sources = try SourceReading(
            session: session, store: store, earlier: SourceHistory(), threads: .callerOnly, diagnostics: diagnostics
          ).read(inputs, timer: &timer)
          try session.finish(sources: sources.map(\.facts))
          return try CaseEvidence(session: session, settings: settings, variant: .reversed).rows(of: rule)
        }
      }
      return (parts.all.count, rows)
    }
  }
}

/// A folder of records, a part for each group of records that share names.
private struct Parts {
  struct Part {
    var sources: ExtractedSources
    var lines: [String] = []

    func write(to folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(sources.json).write(to: folder.appending(path: ExtractedSources.file))
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: ExtractedSources.records))
    }
  }

  private(set) var all: [Part] = []

  private struct Line: Decodable {
    var names: [String]
  }

  init(of folder: URL) throws {
    let sources = try ExtractedSources.read(in: folder.path)
    let lines = try String(contentsOf: folder.appending(path: ExtractedSources.records), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let names = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).names }
    var above: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let next = above[name] { name = next }
      return name
    }
    for names in names {
      for name in names.dropFirst() where root(name) != root(names[0]) { above[root(name)] = root(names[0]) }
    }
    let groups = names.map { $0.first.map(root) }
    for group in Set(groups.compactMap(\.self)).sorted() {
      var part = Part(sources: sources)
      var next = 0
      for index in part.sources.inReadingOrder.indices {
        let end = next + sources.inReadingOrder[index].lines
        // Records without a name are in each part.
        let own = (next..<end).filter { groups[$0] == nil || groups[$0] == group }
        part.lines += own.map { lines[$0] }
        part.sources.inReadingOrder[index].lines = own.count
        next = end
      }
      all.append(part)
    }
  }
}

extension RuleCaseRunner {
  fileprivate func difference(
    of rows: [RuleCase.Expectation], from expected: [RuleCase.Expectation], in ruleCase: RuleCase
  ) -> Difference? {
    var ruleCase = ruleCase
    ruleCase.expected = expected
    return difference(of: rows, from: ruleCase, variant: .reversed)
  }
}
