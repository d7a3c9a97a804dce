import Evidence
import History
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

/// What earlier nights mean for this one: the run before, the gate's baseline, the kinds of evidence that were there.
struct Nights: Sendable {
  /// What becomes of what earlier nights had.
  struct Continued {
    var resolved: [Report.Resolved]
    /// The kinds that earlier runs had.
    var earlierKinds: [EvidenceKind]
    /// The kinds without which the audit is incomplete.
    var required: [LostKind]
    var baseline: Report.Baseline?
  }

  let before: RunBefore
  let baseline: GateBaseline
  /// Whether the accounts are older than those of a run before.
  let isOutOfOrder: Bool
  /// The last runs up to this one's as-of, oldest first.
  let trend: [Report.TrendPoint]
  private let kinds: [KindSight]
  private let gate: GateSettings
  /// The previous run, if its report was removed, so that it cannot be compared with.
  private let removedBefore: RunRecord?
  private let project: String
  /// The projects of a store that does not know this one.
  private let otherProjects: [String]

  /// How many runs the trend has at most.
  private static let toldRuns = 30

  /// - Throws: `StorageError`; `UserError` where a report that has to be read is damaged.
  init(_ settings: AuditSettings, isOutOfOrder: Bool, in store: Connection) throws {
    project = settings.project
    gate = settings.configuration.gate
    before = try RunBefore.load(of: project, asOf: settings.asOf, in: store)
    let newest = try RunHistory.before(asOf: settings.asOf, of: project, isKept: false, in: store)
    removedBefore = newest?.hasReport == false ? newest : nil
    baseline = try GateBaseline(settings, open: before.open, in: store)
    self.isOutOfOrder = isOutOfOrder
    trend = try RunHistory.all(of: project, in: store).filter { $0.withdrawn == nil && $0.asOf <= settings.asOf }
      .prefix(Self.toldRuns).reversed().compactMap(Report.TrendPoint.init)
    kinds = try RunHistory.kinds(of: project, upTo: settings.asOf, in: store)
    let projects = try RunHistory.projects(in: store)
    otherProjects = projects.contains(project) ? [] : projects
  }

  /// The findings of which the gate or the report has to know whether they pass.
  ///
  /// - Throws: `StorageError`.
  func watched(in session: EvidenceSession) throws -> WatchedFindings {
    try baseline.watched(with: before.open, firstNew: session.firstNewAccount)
  }

  /// Carries and resolves the findings of the run before.
  ///
  /// - Parameters:
  ///   - outcomes: get the counts of what is carried.
  ///   - findings: get those that are carried, in their places.
  func continued(
    _ outcomes: inout [RuleOutcome], _ findings: inout FindingArray, of people: any RunPeople,
    sources: [SourceFacts], _ settings: AuditSettings, in store: Connection
  ) throws -> Continued {
    let continuation = try continuation(people, sources: sources, settings, in: store)
    let resolved = try continuation.apply(to: &outcomes, &findings)
    let required = KindContinuity(continuation.lost).required(at: settings.asOf, optional: gate.optional)
    return Continued(
      resolved: resolved, earlierKinds: kinds.map(\.kind), required: required,
      baseline: baseline.report(
        findings: findings, outcomes: outcomes, resolved: resolved))
  }

  /// - Throws: `StorageError`.
  func continuation(
    _ people: any RunPeople, sources: [SourceFacts], _ settings: AuditSettings, in store: Connection
  ) throws -> Continuation {
    let evidence = try AbsenceEvidence(
      people.directory, sources: sources, isOutOfOrder: isOutOfOrder, optional: gate.optional)
    let continuity = KindContinuity(
      earlier: kinds, supplied: evidence.supplied, maxAges: settings.configuration.maxAges)
    return Continuation(
      before: before, evidence: evidence, people: people, settings: settings, store: store, lost: continuity.lost,
      missing: MissingConfigurations(sources, before: before, store: store))
  }

  /// What a reader has to know of the comparison with earlier nights.
  func notes(_ baseline: Report.Baseline?) -> [Report.Limit] {
    var notes = [self.baseline.note(gate)].compactMap { $0 }
    if !otherProjects.isEmpty {
      let others = otherProjects.map { $0.isEmpty ? "one without a name" : "`\($0)`" }.joined(separator: ", ")
      let name = project.isEmpty ? "without a name" : "`\(project)`"
      notes.append(
        Report.Limit(
          code: "project-new",
          text: """
            The project \(name) is new to the store, which knows \(others), so nothing was compared with earlier runs. \
            If the name is misspelt, `relay-audit history --rename` joins the two.
            """))
    }
    if isOutOfOrder {
      notes.append(
        Report.Limit(
          code: "run-is-history",
          text:
            """
            An earlier run used accounts that were captured later than this run's. This run is out of order: it adds \
            earlier sightings, and no later run is compared with it.
            """
        ))
    }
    if let removedBefore {
      let other = before.run.map { "\($0.name), the last before that which has one" } ?? "no run"
      notes.append(
        Report.Limit(
          code: "run-before-removed",
          text: """
            \(removedBefore.name.prefix(1).uppercased())\(removedBefore.name.dropFirst()) was the previous run, but \
            `history.keep` has removed its report. This run is compared with \(other).
            """))
    }
    if let stale = baseline?.stale, !stale.isEmpty {
      notes.append(
        Report.Limit(
          code: "baseline-stale",
          text: """
            \(stale.count == 1 ? "An entry" : "\(stale.count) entries") of the baseline \(stale.count == 1 ? "is" : "are") \
            stale, that is, judged again and no longer failing: \(stale.prefix(5).joined(separator: ", "))\(stale.count > 5 ? ", …" : ""). \
            `relay-audit baseline write` removes stale entries.
            """))
    }
    return notes
  }
}

extension Report.TrendPoint {
  /// Nil for a run of which the store tells no counts.
  init?(_ run: RunRecord) {
    guard let counts = run.counts, let outcome = Outcome(rawValue: run.outcome) else { return nil }
    self.init(
      run: run.id, asOf: run.asOf, outcome: outcome, fail: counts.fail, inconclusive: counts.inconclusive,
      new: counts.new, resolved: counts.resolved)
  }
}
