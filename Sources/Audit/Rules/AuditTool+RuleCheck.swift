import Evidence
import Foundation
import Judgement
import Timestamps

extension AuditTool {
  /// Says what rules' files have wrong: metadata, columns, the portable subset, the query's plan, and missing cases.
  ///
  /// - Parameter folder: only its rules; those in force where it is nil.
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func checkRules(folder: String?, config: String?) throws -> RuleTests {
    var configuration = try readConfiguration(config)
    if let folder { configuration.rulePaths = [try existingFolder(folder)] }
    let book: RuleBook
    do {
      book = try RuleBook.inForce(configuration)
    } catch let error as ConfigurationError where folder != nil {
      // Nothing of a folder can be checked before its files can be read.
      return RuleTests(text: error.description, passed: false)
    }
    let rules = book.rules.filter { folder == nil || !$0.isBuiltIn }
    let requirements = book.requirementTexts
    var problems: [RuleError] = []
    let store = FileManager.default.temporaryDirectory.appending(path: "relay-audit-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: store, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: store) }
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    try EvidenceStore(path: store.appending(path: "audit.sqlite").path).run(settings) { session in
      try session.finish(sources: [])
      let runner = RuleRunner(
        RuleRunner.Evidence(session, try EvidenceDirectory(session)), parameters: configuration.parametersForCheck, open: [:])
      for rule in rules {
        problems += PortableSubset.violations(in: rule)
        problems += try runner.problems(with: rule)
        let file = rule.isBuiltIn ? "rules/\(rule.id).sql" : rule.origin
        for id in rule.metadata.frameworks where requirements[id] == nil {
          let nearest = NearestName.to(id, among: requirements.keys.sorted()).map { "; did you mean `\($0)`?" } ?? ""
          problems.append(RuleError(file: file, line: nil, problem: "no framework has the requirement `\(id)`\(nearest)"))
        }
        if let gap = gap(in: try cases(of: rule), of: rule) {
          problems.append(RuleError(file: file, line: nil, problem: gap))
        }
      }
    }
    let lines = problems.map(\.description)
    let closing =
      problems.isEmpty
      ? "\(rules.count) rules: nothing wrong." : "\(rules.count) rules, \(problems.count) problems."
    return RuleTests(text: (lines + [closing]).joined(separator: "\n"), passed: problems.isEmpty)
  }

  static func existingFolder(_ folder: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserError(.noSuchInput, "there is no folder at \(folder)")
    }
    return folder
  }
}

extension Configuration {
  /// The names of the parameters that an audit has; at a check their values do not matter.
  fileprivate var parametersForCheck: [String: RuleValue] { ["as_of": .integer(0)] }
}
