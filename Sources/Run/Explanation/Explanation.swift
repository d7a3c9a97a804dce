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
  /// - Parameter run: nil for the last run of the project that is named, or of whichever has the finding.
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`.
  package static func of(finding id: String, in run: RunReference?, _ query: StoreQuery) throws -> Explanation {
    if let run {
      return try query.read { store, project in
        let run = try run.find(among: RunHistory.all(of: project, in: store))
        return try explain(id, PublishedIDs(in: store).find(id), in: run, store)
      }
    }
    return try query.readAll { store in
      let own = try PublishedIDs(in: store).find(id)
      guard let run = try RunHistory.last(withFinding: own, in: store),
        query.project.map({ $0 == run.project }) ?? true
      else {
        throw UserError(
          .noSuchInput, "the last run has no finding \(id)",
          remedy: "take an id from its report, or name the run that has it with --run")
      }
      return try explain(id, own, in: run, store)
    }
  }

  /// - Parameter own: the store's id of the finding.
  private static func explain(_ id: String, _ own: String, in run: RunRecord, _ store: Connection) throws -> Explanation
  {
    let found = try StoredReport.find([id, own, PublishedIDs(in: store).published(own)], in: run.number, of: store)
    guard let finding = found.finding else {
      throw UserError(.noSuchInput, "\(run.name) has no finding \(id)", remedy: "take an id from its report")
    }
    // As its report shows them; a report that does not tell is taken for one that masks. The person's own names were
    // covered when the run wrote the timeline.
    let (mode, key) = (found.notes.personalData ?? .masked, try StoreSettings.knownPersonalDataKey(in: store))
    let shown = PersonalData(mode: mode == .hashed && key == nil ? .masked : mode, key: key ?? Data())
    let events =
      try RunHistory.hasTimeline(of: own, run: run.number, in: store) ? try Timeline.read(of: own, in: store) : nil
    return Explanation(
      finding: finding, run: run.id, asOf: run.asOf,
      events: events?.map { event in
        TimelineEvent(
          at: event.at, text: shown.text(event.text), source: shown.text(event.source),
          locator: shown.text(event.locator))
      },
      isForgotten: found.notes.forgotten.contains(finding.id))
  }
}
