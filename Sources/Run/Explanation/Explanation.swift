import Foundation
package import History
package import Reporting
package import Timestamps

/// The evidence behind one finding of the last run.
package struct Explanation: Sendable {
  package var finding: Report.Finding
  /// The as-of time of the run.
  package var asOf: Timestamp
  /// Everything that the run knew of the person, in order of time; nil where the store no longer keeps it.
  package var events: [TimelineEvent]?

  /// Explains a finding of the last run from what the store keeps.
  ///
  /// - Parameter path: the store; nil for the configured one.
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package static func of(finding id: String, config: String?, store path: String?) throws -> Explanation {
    let configuration = try Configuration.read(config)
    let path = path ?? configuration.store
    guard let store = try EvidenceStore.existing(path: path) else {
      throw UserError(.noSuchInput, "there is no store at \(path)", remedy: "audit first, or name it with --store")
    }
    return try store.read { database in
      guard let run = try RunHistory.last(withFinding: id, in: database),
        let data = try RunHistory.report(of: run.number, in: database),
        let finding = try StoredReport.read(data).findings.first(where: { $0.id == id })
      else {
        throw UserError(
          .noSuchInput, "the last run has no finding \(id)",
          remedy: "take an id from its report; findings of earlier runs are not kept")
      }
      return Explanation(finding: finding, asOf: run.asOf, events: try Timeline.read(of: id, in: database))
    }
  }
}
