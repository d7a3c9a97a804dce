import Foundation
package import History
import Judgement
package import Reporting
package import Timestamps

/// The waivers of a file, held against the findings of a project's last run.
package struct WaiverList: Sendable {
  /// The run.
  package let run: RunRecord
  package let entries: [Report.WaiverEntry]
  /// What the file should be mended for: a sentence each.
  package let warnings: [String]

  /// - Parameters:
  ///   - path: of the file; nil for the configured one.
  ///   - asOf: the time for which the states are told.
  /// - Throws: `UserError` where no file is named, or there is no run; `ConfigurationError`, `StoreError`.
  package init(_ path: String?, at asOf: Timestamp, _ query: StoreQuery) throws {
    let configuration = try Configuration.read(query.config)
    let key = path == nil ? configuration.waiversKey : nil
    guard let path = path ?? configuration.waivers else {
      throw UserError(
        .usage, "no file of waivers is named", remedy: "name it with --waivers, or under `waivers` in the configuration"
      )
    }
    let waivers = try WaiverFile.read(path, by: key)
    let rules = try RuleBook.inForce(configuration).rules.map(\.id) + configuration.disabledRules
    (run, entries, warnings) = try query.read { store, project in
      let ids = try PublishedIDs(in: store)
      let waivers = try ids.withOwnIDs(waivers)
      let run = try RunReference.last.find(among: RunHistory.all(of: project, in: store))
      let names = try KeptNames(waivers, in: store)
      let report = try StoredReport.readAsKept(run.number, in: store)
      let findings = try ids.withOwnIDs(report).findings
      let register = try WaiverRegister(waivers, at: asOf, rules: Set(rules)) { body in
        for finding in findings { try body(names.finding(finding)) }
      } isKnown: {
        try FindingHistory.isKnown($0, in: store)
      }
      var entries = register.entries
      // As the report shows them, if that is stricter than the configuration.
      let key = try StoreSettings.knownPersonalDataKey(in: store) ?? Data()
      let mode = report.hasPublishedIDs ? .hashed : configuration.personalData
      let personalData = key.isEmpty && mode == .hashed ? .masking : PersonalData(mode: mode, key: key)
      for index in entries.indices { personalData.apply(to: &entries[index]) }
      if report.hasPublishedIDs {
        for index in entries.indices { entries[index].findings = entries[index].findings.map(ids.published).sorted() }
      }
      return (run, entries, register.warnings)
    }
  }
}
