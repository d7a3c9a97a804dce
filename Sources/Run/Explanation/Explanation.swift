import Foundation
package import History
package import Reporting
import Storage
package import Timestamps

/// The evidence behind one finding of a run.
package struct Explanation: Sendable {
  package var finding: Report.Finding
  /// The id of the run.
  package var run: String
  /// The as-of time of the run.
  package var asOf: Timestamp
  /// Everything that the run knew of the person, in order of time; nil where the store no longer keeps it.
  package var events: [TimelineEvent]?
  /// Whether the store was told to forget the person since, so that nothing of the evidence is left.
  package var isForgotten = false

  /// Explains a finding from what the store keeps.
  ///
  /// - Parameter run: nil for the last run of whichever project has the finding.
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package static func of(finding id: String, in run: RunReference?, _ query: StoreQuery) throws -> Explanation {
    if let run {
      return try query.read { store, project in
        let run = try run.find(among: RunHistory.all(of: project, in: store))
        return try explain(id, in: run, store)
      }
    }
    let path = try query.store ?? Configuration.read(query.config).store
    guard let store = try EvidenceStore.existing(path: path) else {
      throw UserError(
        .noSuchInput, "there is no store at \(path)", remedy: "run an audit first, or name the store with --store")
    }
    return try store.read { store in
      guard let run = try RunHistory.last(withFinding: id, in: store) else {
        throw UserError(
          .noSuchInput, "the last run has no finding \(id)",
          remedy: "take an id from its report, or name the run that has it with --run")
      }
      return try explain(id, in: run, store)
    }
  }

  private static func explain(_ id: String, in run: RunRecord, _ store: Connection) throws -> Explanation {
    let report = try StoredReport.read(run.number, in: store)
    guard let finding = report.findings.first(where: { $0.id == id }) else {
      throw UserError(.noSuchInput, "\(run.name) has no finding \(id)", remedy: "take an id from its report")
    }
    let isLast = try RunHistory.last(withFinding: id, in: store)?.number == run.number
    return Explanation(
      finding: finding, run: run.id, asOf: run.asOf, events: isLast ? try Timeline.read(of: id, in: store) : nil,
      isForgotten: report.forgotten.contains(id))
  }
}
