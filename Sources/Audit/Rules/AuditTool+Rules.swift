import Evidence
import Foundation
import Judgement
import Reporting
import Timestamps
import Vocabulary

extension AuditTool {
  /// Which rules `listRules` lists; nil for all.
  package struct RuleFilter: Sendable {
    package var family: String?
    package var severity: String?
    package var framework: String?
    /// Only those that the last run did not evaluate, with the reason.
    package var isNotEvaluated: Bool

    package init(family: String?, severity: String?, framework: String?, isNotEvaluated: Bool) {
      self.family = family
      self.severity = severity
      self.framework = framework
      self.isNotEvaluated = isNotEvaluated
    }
  }

  /// Rules in force: id, severity, good state.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func listRules(_ filter: RuleFilter, config: String?) throws -> String {
    let configuration = try readConfiguration(config)
    let book = try RuleBook.inForce(configuration)
    if let severity = filter.severity, Severity(rawValue: severity) == nil {
      throw UserError(.usage, "there is no severity \(severity); there are low, medium, high and critical")
    }
    var rules = book.rules.filter { rule in
      filter.family.map { rule.id.hasPrefix($0 + "/") } ?? true
        && filter.severity.map { rule.severity.rawValue == $0 } ?? true
        && filter.framework.map { name in
          rule.metadata.frameworks.contains { $0 == name || $0.hasPrefix(name + "/") }
        } ?? true
    }
    var reasons: [String: String] = [:]
    if filter.isNotEvaluated {
      reasons = try notEvaluated(configuration)
      rules.removeAll { reasons[$0.id] == nil }
      if rules.isEmpty { return "The last run evaluated all of these rules." }
    }
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      "\(rule.id.padding(to: width))  \(rule.severity.rawValue.padding(to: 8))  \(reasons[rule.id] ?? rule.metadata.title)"
    }.joined(separator: "\n")
  }

  /// The configuration, with the rules of a folder in place of those that it names; of no folder, as it is.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  static func readConfiguration(_ path: String?, rulesIn folder: String?) throws -> Configuration {
    var configuration = try readConfiguration(path)
    guard let folder else { return configuration }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw UserError(.noSuchInput, "there is no folder at \(folder)")
    }
    configuration.rulePaths = [folder]
    return configuration
  }

  /// Why the last run did not evaluate a rule, by rule.
  private static func notEvaluated(_ configuration: Configuration) throws -> [String: String] {
    let report = try lastReport(configuration)
    var reasons: [String: String] = [:]
    for rule in report.rules where !rule.evaluated { reasons[rule.id] = "it could not be run" }
    for coverage in report.coverage {
      for rule in coverage.rulesNotEvaluated {
        reasons[rule] = (reasons[rule].map { $0 + ", " } ?? "not supplied: ") + coverage.kind
      }
    }
    return reasons
  }

  private static func lastReport(_ configuration: Configuration) throws -> Report {
    do {
      let store = try EvidenceStore.existing(path: configuration.store)
      let data = try store?.read { database -> Data? in
        guard let run = try RunHistory.last(of: configuration.project ?? "", in: database) else { return nil }
        return try RunHistory.report(of: run.number, in: database)
      }
      guard let data = data ?? nil else {
        throw UserError(.noSuchInput, "no run is remembered in \(configuration.store); audit first")
      }
      return try ReportJSON.read(try Gzip.decompress(data))
    } catch let error as StoreError {
      throw UserError(error)
    }
  }

  /// All that a rule's file says, for people.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package static func showRule(_ id: String, config: String?) throws -> String {
    let configuration = try readConfiguration(config)
    let book = try RuleBook.inForce(configuration)
    guard let rule = book.rules.first(where: { $0.id == id }) else {
      let nearest = NearestName.to(id, among: book.rules.map(\.id)).map { "; did you mean \($0)?" } ?? ""
      throw UserError(.usage, "there is no rule \(id)\(nearest) `relay-audit rules list` lists them")
    }
    return RuleDescription(
      rule, cases: try cases(of: rule), requirements: book.requirementTexts,
      inForce: { configuration.text(ofParameter: $0) }
    ).text
  }
}

extension Configuration {
  /// A rule's parameter as this configuration sets it; nil for one that it does not know.
  func text(ofParameter name: String) -> String? {
    switch name {
    case "revoke_within": revokeWithin.text
    case "delete_within": deleteWithin.text
    case "clock_skew": clockSkew.text
    case "unlink_within": unlinkWithin.text
    case "max_age": maxAge.text
    case "max_drop": Limit.share(maxDrop).text
    case "max_orphans": Limit.share(maxOrphans).text
    case "required_proof": requiredProof.rawValue
    default: nil
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
