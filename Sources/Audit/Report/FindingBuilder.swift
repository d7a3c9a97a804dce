import Evidence
import Intake
import Judgement
import Reporting
import Timestamps

/// Puts what rules found into the report's words.
struct FindingBuilder {
  private let directory: EvidenceDirectory
  private let settings: AuditSettings
  private let places: PlaceNames
  private let open: [String: OpenFinding]
  private let waivers: [String: Waiver]

  /// - Parameter open: the findings of the run before.
  init(
    directory: EvidenceDirectory, settings: AuditSettings, places: PlaceNames, open: [String: OpenFinding]
  ) {
    self.directory = directory
    self.settings = settings
    self.places = places
    self.open = open
    var waivers: [String: Waiver] = [:]
    for waiver in settings.waivers where waiver.isInForce(at: settings.asOf) {
      for finding in waiver.findings { waivers[finding] = waiver }
    }
    self.waivers = waivers
  }

  /// One rule's findings in the order of section 7 of the contract.
  func findings(_ found: [IdentifiedJudgement], by rule: Rule) throws -> [Report.Finding] {
    var findings = try found.map { try finding($0, by: rule) }
    findings.sort {
      ($0.subject.uid ?? "", $0.object ?? "", $0.id) < ($1.subject.uid ?? "", $1.object ?? "", $1.id)
    }
    return findings
  }

  private func finding(_ found: IdentifiedJudgement, by rule: Rule) throws -> Report.Finding {
    let judgement = found.judgement
    return Report.Finding(
      id: found.id, rule: rule.id, severity: .init(rule.severity), verdict: .init(judgement.verdict),
      reason: judgement.reason ?? "", state: open[found.id] == nil ? .new : .existing,
      message: rule.message(for: judgement),
      subject: Report.Subject(
        project: settings.configuration.project, tenant: found.subject.tenant, uid: found.subject.uid,
        email: found.subject.email, appleSub: found.subject.appleSub),
      object: judgement.object, dueAt: judgement.dueAt, firstSeen: open[found.id]?.firstSeen ?? settings.asOf,
      waiver: waivers[found.id].map(Report.Waiver.init), evidence: try citations(found) + places.searched(for: rule.metadata.reasons[judgement.reason ?? ""]?.absent ?? []))
  }

  private func citations(_ found: IdentifiedJudgement) throws -> [Report.Citation] {
    var cited = found.judgement.evidence
    if let place = found.accountPlace { cited.append(place) }
    var seen: Set<Place> = []
    return try cited.filter { seen.insert($0).inserted }.compactMap { place in
      guard let (source, locator) = places.name(of: place) else { return nil }
      return Report.Citation(source: source, locator: locator, summary: try directory.summary(of: place))
    }
  }
}

/// Places of records in words.
struct PlaceNames {
  private let sources: [SourceOrdinal: AuditedSource]
  /// What was searched in vain, by kind.
  private let searched: [EvidenceKind: [Report.Citation]]

  /// How many sources of a kind are told one by one.
  private static let toldSources = 5

  init(_ sources: [AuditedSource]) {
    self.sources = Dictionary(sources.map { ($0.facts.ordinal, $0) }) { first, _ in first }
    var searched: [EvidenceKind: [Report.Citation]] = [:]
    for kind in EvidenceKind.allCases {
      let standsInLogs = [.links, .revocations, .accountDeletions].contains(kind)
      let found = sources.filter { $0.facts.kind == kind || $0.facts.kind == .logs && standsInLogs }
      searched[kind] = found.prefix(Self.toldSources).enumerated().map { index, source in
        let more = index == Self.toldSources - 1 && found.count > Self.toldSources
        return Report.Citation(
          source: source.facts.path, locator: "file",
          summary: Self.searched(kind, source) + (more ? ", nor in \(found.count - Self.toldSources) more files" : ""))
      }
    }
    self.searched = searched
  }

  /// For an absence, what was looked through.
  func searched(for kinds: [EvidenceKind]) -> [Report.Citation] { kinds.flatMap { searched[$0] ?? [] } }

  private static func searched(_ kind: EvidenceKind, _ source: AuditedSource) -> String {
    let span =
      if let first = source.summary.firstTime, let last = source.summary.lastTime {
        " between \(first.rfc3339) and \(last.rfc3339)"
      } else {
        ""
      }
    return "no \(kind.rawValue) for this person among \(source.facts.records) record\(source.facts.records == 1 ? "" : "s")\(span)"
  }

  /// The source's path, and where in it.
  func name(of place: Place) -> (source: String, locator: String)? {
    sources[place.source].map { ($0.facts.path, $0.locator(place)) }
  }
}
