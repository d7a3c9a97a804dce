package import History
package import Reporting
import Storage
import Timestamps
package import Vocabulary

/// What changed between two runs of a project, and what may have changed it.
package struct RunDifference: Sendable {
  package struct New: Hashable, Sendable {
    package var id: String
    package var rule: String
    package var said: Said
  }

  package struct Resolved: Hashable, Sendable {
    package var id: String
    package var rule: String
    /// Nil where no report of the runs between tells it.
    package var cause: ResolutionCause?
  }

  /// What a run said of a finding.
  package struct Said: Hashable, Sendable {
    package var verdict: Verdict
    package var reason: String
  }

  package struct Changed: Hashable, Sendable {
    package var id: String
    package var from: Said
    package var to: Said
  }

  package struct WaiverChange: Hashable, Sendable {
    package var id: String
    /// Of the later run.
    package var isWaived: Bool
  }

  package let from: RunRecord
  package let to: RunRecord
  package let rulesChanged: Bool
  package let configurationChanged: Bool
  /// Whether the sources have other bytes, or others were read.
  package let evidenceChanged: Bool
  /// Whether other waivers were in force.
  package let waiversChanged: Bool
  /// Whether the runs judged as of different times.
  package let timeChanged: Bool
  /// Findings of both that a waiver accepts at one of the runs alone.
  package let waiverChanges: [WaiverChange]
  /// In the order of the report, as all that follows.
  package let new: [New]
  package let resolved: [Resolved]
  /// Findings of both with another verdict or reason; carried ones are apart.
  package let changed: [Changed]
  /// The ids of findings that the later run could not judge again.
  package let carried: [String]
  /// Waivers that were in force at the earlier run and have expired by the later one.
  package let expired: [Report.WaiverEntry]
  /// How many findings of both are as they were.
  package let unchanged: Int

  /// - Parameters:
  ///   - from: nil for the run before the last.
  ///   - to: nil for the last run.
  /// - Throws: `UserError` where there is no such run, or its report is damaged or no longer kept;
  ///   `ConfigurationError`, `StoreError`.
  package static func between(
    _ from: RunReference?, _ to: RunReference?, _ query: StoreQuery
  ) throws -> RunDifference {
    try query.read { store, project in
      let runs = try RunHistory.all(of: project, in: store)
      return try RunDifference(
        (from ?? .secondLast).find(among: runs), (to ?? .last).find(among: runs), of: runs, in: store)
    }
  }

  private init(_ from: RunRecord, _ to: RunRecord, of runs: [RunRecord], in store: Connection) throws {
    let ids = try PublishedIDs(in: store)
    let kept = try [from, to].map { try StoredReport.readAsKept($0.number, in: store) }
    let before = try ids.withOwnIDs(kept[0]).withoutForgotten
    let after = try ids.withOwnIDs(kept[1]).withoutForgotten
    // As strict as the stricter of the two.
    let shown: (String) -> String = kept.contains(where: \.hasPublishedIDs) ? ids.published : { $0 }
    (self.from, self.to) = (from, to)
    rulesChanged = before.run.rulesSHA256 != after.run.rulesSHA256
    configurationChanged = before.run.configSHA256 != after.run.configSHA256
    evidenceChanged = before.contents != after.contents

    expired = WaiverExpiries.between(before, after)
    timeChanged = before.run.asOf != after.run.asOf
    let waived = Set(before.findings.lazy.filter { $0.waiver != nil }.map(\.id))

    let earlier = Dictionary(before.findings.lazy.map { ($0.id, $0.said) }) { first, _ in first }
    let current = Set(after.findings.lazy.map(\.id))
    new = after.findings.lazy.filter { earlier[$0.id] == nil }.map {
      New(id: shown($0.id), rule: $0.rule, said: $0.said)
    }
    var (carried, changed, unchanged): ([String], [Changed], Int) = ([], [], 0)
    var waiverChanges: [WaiverChange] = []
    for finding in after.findings {
      guard let said = earlier[finding.id] else { continue }
      let isWaived = finding.waiver != nil
      if waived.contains(finding.id) != isWaived {
        waiverChanges.append(WaiverChange(id: shown(finding.id), isWaived: isWaived))
      }
      if finding.state == .carried {
        carried.append(shown(finding.id))
      } else if said == finding.said {
        unchanged += 1
      } else {
        changed.append(Changed(id: shown(finding.id), from: said, to: finding.said))
      }
    }
    (self.carried, self.changed, self.unchanged) = (carried, changed, unchanged)
    self.waiverChanges = waiverChanges
    // Two modes show one text in two ways.
    let areShownAlike = before.personalData == after.personalData
    let inForce = [before, after].map { $0.waiversInForce(withTexts: areShownAlike) }
    waiversChanged = !waiverChanges.isEmpty || inForce[0] != inForce[1]
    let gone = before.findings.lazy.filter { !current.contains($0.id) }.map { (id: $0.id, rule: $0.rule) }
    let causes = try Self.causes(of: gone.map(\.id), after: from, to: to, after, runs, ids, in: store)
    resolved = gone.map { Resolved(id: shown($0.id), rule: $0.rule, cause: causes[$0.id]) }
    for report in [before, after] { try report.findings.check() }
  }

  /// Why findings are no more, by the reports of the runs between: the last word on each.
  private static func causes(
    of ids: [String], after from: RunRecord, to: RunRecord, _ last: Report, _ runs: [RunRecord], _ known: PublishedIDs,
    in store: Connection
  ) throws -> [String: ResolutionCause] {
    var open = Set(ids)
    var causes: [String: ResolutionCause] = [:]
    func take(_ report: Report) {
      for resolved in report.resolved where open.contains(resolved.id) {
        open.remove(resolved.id)
        causes[resolved.id] = resolved.cause
      }
    }
    guard from.number < to.number else { return causes }
    take(last)
    for run in runs
    where from.number < run.number && run.number < to.number && run.withdrawn == nil && run.hasReport {
      guard !open.isEmpty else { break }
      try take(StoredReport.read(run.number, in: store, known))
    }
    return causes
  }
}

extension Report {
  /// The report without findings about forgotten persons: nothing tells what became of these.
  fileprivate var withoutForgotten: Report {
    guard !forgotten.isEmpty else { return self }
    var report = self
    report.findings.removeAll { forgotten.contains($0.id) }
    return report
  }

  /// The waivers that are in force, whatever they accept.
  ///
  /// - Parameter withTexts: also by the texts in which personal data is covered.
  fileprivate func waiversInForce(withTexts: Bool) -> Set<[String?]> {
    Set(
      waivers.filter { [.active, .expiring, .unused].contains($0.state) }.map { waiver -> [String?] in
        [waiver.signedBy, waiver.requestedBy, waiver.date.rfc3339, waiver.expires.rfc3339]
          + (withTexts ? [waiver.ticket, waiver.reason] : [])
      })
  }

  /// The bytes of all sources, whatever their names.
  fileprivate var contents: [String] { sources.map(\.sha256).sorted() }
}

extension Report.Finding {
  fileprivate var said: RunDifference.Said { .init(verdict: verdict, reason: reason) }
}
