import Evidence
import History
import Judgement
import Reporting
import Vocabulary

extension AuditRun {
  /// Reads the inputs, judges them by one rule, and draws a sample of its verdicts.
  func sample(
    _ request: AuditSample.Request, by rule: Rule, from inputs: some RunInputs, timer: inout PassTimer
  ) throws -> AuditSample {
    let evidence = try readEvidence(inputs, timer: &timer)
    try session.finishEvidence(sources: evidence.facts) { name, pass in try timer.time(name) { try pass() } }
    let directory = try EvidenceDirectory(session)
    diagnostics.progress(.item("Judging by", name: rule.id, number: 1, of: 1, "rules"))
    let personalData = try makePersonalData()
    var draw = SampleDraw(size: request.size, seed: request.seed)
    let runner = RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters,
      timeLimit: settings.configuration.ruleTimeLimit)
    let outcome = try timer.time(RuleOrder.pass(judging: rule.id), rows: \.judged) {
      // Drawn by the ids that are shown: whoever knows the seed could tell whose the others are.
      try runner.run(rule) { draw.add($0, id: personalData.published($0.id)) }
    }
    return AuditSample(
      rows: try rows(draw.drawn, by: rule, of: evidence, directory, personalData), counts: outcome.counts,
      gaps: try gaps(outcome, evidence, directory).map(personalData.text))
  }

  private func rows(
    _ drawn: [SampleDraw.Drawn], by rule: Rule, of evidence: EvidenceReading, _ directory: EvidenceDirectory,
    _ personalData: PersonalData
  ) throws -> [SampleCSV.Row] {
    let builder = FindingBuilder(
      directory: directory, settings: settings, run: nil,
      places: PlaceNames(evidence.read, remembered: session.remembered),
      open: OpenFindings())
    let findings = Dictionary(
      try builder.findings(drawn.map(\.judgement), by: rule).map { ($0.id, $0) }
    ) { first, _ in first }
    return drawn.compactMap { drawn in
      guard var finding = findings[drawn.judgement.id] else { return nil }
      personalData.apply(to: &finding)
      finding.id = personalData.published(finding.id)
      return SampleCSV.Row(hash: drawn.hash, finding: finding)
    }
  }

  /// Why an audit by this rule alone would be incomplete. How many verdicts are inconclusive is the sample's own
  /// matter.
  private func gaps(
    _ outcome: RuleOutcome, _ evidence: EvidenceReading, _ directory: EvidenceDirectory
  ) throws -> [String] {
    let builder = ReportBuilder(
      session: session, directory: directory, sources: evidence.sources, unread: evidence.unread, outcomes: [outcome])
    let notEvaluated = try builder.rules(builder.sums(of: FindingArray(), waivedBefore: [])).compactMap {
      $0.notEvaluated
    }.map {
      "The rule `\(outcome.rule.id)` was not evaluated. \($0)"
    }
    let earlier = try RunHistory.kinds(of: settings.project, upTo: settings.asOf, in: store)
    let lost = KindContinuity(
      earlier: earlier,
      supplied: Set(try directory.coverage().filter(\.isSupplied).map(\.kind)), maxAges: settings.configuration.maxAges
    ).required(at: settings.asOf, optional: settings.configuration.gate.optional)
    var facts = try builder.gateFacts(findings: [], earlier: earlier.map(\.kind), lost: lost, settings) { _ in false }
    // Said with its reason already.
    facts.brokenRules = []
    var gate = settings.configuration.gate
    gate.maxInconclusive = nil
    // What this rule has judged without accounts is all that it says.
    if !outcome.rule.metadata.needs.contains(.accounts) { gate.optional.insert(.accounts) }
    return notEvaluated + Gate(facts, gate).reasons
  }
}
