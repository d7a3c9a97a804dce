import Evidence
import History
import Intake
import Judgement
import Reporting
import Timestamps
import Vocabulary

/// Turns the judgements of rules into the findings of the report.
struct FindingBuilder {
  private let directory: EvidenceDirectory
  private let settings: AuditSettings
  private let run: String?
  private let places: PlaceNames
  private let open: OpenFindings
  private let waivers: WaiversInForce
  /// The parameters that rules share, as the configuration writes them.
  private let parameters: [String: String]

  /// - Parameters:
  ///   - run: the id of the run that judged; nil where there is none.
  ///   - open: the findings of the previous run.
  init(
    directory: EvidenceDirectory, settings: AuditSettings, run: String?, places: PlaceNames,
    open: OpenFindings
  ) {
    self.run = run
    self.directory = directory
    self.settings = settings
    self.places = places
    self.open = open
    waivers = WaiversInForce(settings.waivers, at: settings.asOf)
    parameters = settings.configuration.sharedTexts
  }

  /// One rule's findings in the order of the report (docs/contract.md, section 7).
  func findings(_ found: [IdentifiedJudgement], by rule: Rule) throws -> FindingArray {
    var findings = FindingArray.Builder(sorts: true)
    for found in found { try findings.append(finding(found, by: rule)) }
    return try findings.finish()
  }

  func finding(_ found: IdentifiedJudgement, by rule: Rule) throws -> Report.Finding {
    let judgement = found.judgement
    let open = try open.finding(found.id)
    let absent = rule.metadata.reasons[judgement.reason ?? ""]?.absent ?? []
    var finding = Report.Finding(
      id: found.id, rule: rule.id, severity: rule.severity, verdict: judgement.verdict,
      reason: judgement.reason ?? "", state: open == nil ? .new : .existing,
      message: rule.message(for: judgement, shared: parameters),
      subject: Report.Subject(found.subject, project: settings.configuration.project),
      object: judgement.object, dueAt: judgement.dueAt, firstSeen: open?.firstSeen ?? settings.asOf,
      waiver: waivers.waiver(
        of: Waivers.Finding(id: found.id, rule: rule.id, uid: found.subject.uid, object: judgement.object)),
      evidence: try citations(found)
        + places.searched(for: absent, by: judgement.verdict == .fail ? judgement.dueAt : nil),
      judgedIn: run, account: judgement.account)
    finding.verdictBefore.value = open?.verdict
    return finding
  }

  private func citations(_ found: IdentifiedJudgement) throws -> [Report.Citation] {
    var cited = found.judgement.evidence
    if let place = found.accountPlace { cited.append(place) }
    var seen: Set<Place> = []
    return try cited.filter { seen.insert($0).inserted }.compactMap { place in
      guard let (source, locator) = places.name(of: place) else { return nil }
      return Report.Citation(
        source: source, locator: locator, summary: try directory.summary(of: place) + places.reader(of: place))
    }
  }
}
