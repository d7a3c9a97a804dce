import Evidence
import History
import Reporting
import Storage
import Vocabulary

/// What stages 6 to 8 ask of the people of a run: those whose evidence it has itself, or those of its parts.
protocol RunPeople {
  /// Of the run's own evidence.
  var directory: EvidenceDirectory { get }

  /// What becomes of a finding that was open and that this run has not, and that no record of the run ends by itself;
  /// nil where what the evidence lacks decides.
  func end(of finding: OpenFinding) throws -> Continuation.End?

  /// - Parameter personalData: of the run's reports. Only while it writes does a run know whom each timeline is about.
  /// - Returns: the numbers of each person's events in the timeline.
  func writeTimelines(of findings: FindingArray, shownBy personalData: PersonalData) throws -> EventNumbers

  /// Keeps what the run read of them.
  ///
  /// - Parameters:
  ///   - run: the run's number.
  ///   - judged: the accounts that findings are about.
  func remember(_ sources: [AuditedSource], run: Int64, judged: some Sequence<Int64>) throws
}

/// The people of a run that has all evidence itself.
struct SessionPeople: RunPeople {
  let session: EvidenceSession
  let store: Connection
  let directory: EvidenceDirectory
  let places: PlaceNames
  let settings: AuditSettings

  func end(of finding: OpenFinding) -> Continuation.End? { nil }

  func writeTimelines(of findings: FindingArray, shownBy personalData: PersonalData) throws -> EventNumbers {
    let persons = try PersonEvents(session, directory: directory)
    let timeline = try Timeline(in: store)
    let numbers = try EventNumbers(of: findings, in: session.database)
    // In order of account, so that the run files are read once from end to end and not once for each rule.
    try numbers.setEach { account in
      let person = Report.Subject(try directory.subject(of: account).subject)
      return try timeline.write(places.timeline(of: persons.of(account)).map { $0.shown(by: personalData, of: person) })
    }
    return numbers
  }

  func remember(_ sources: [AuditedSource], run: Int64, judged: some Sequence<Int64>) throws {
    guard settings.evidence.remembers else { return }
    try MemoryKeeper(
      store, project: settings.project, run: run, asOf: settings.asOf, rememberedFrom: session.rememberedFrom,
      shownUpTo: session.shownUpTo
    ).keep(sources.compactMap(\.forMemory), ending: session.endedSources)
    try MemoryRetention(store, project: settings.project, run: run, asOf: settings.asOf)
      .forget(after: settings.configuration.rememberEvidence, sparing: judged, in: session)
  }
}

extension Report.Subject {
  /// - Parameter project: nil where the names alone matter, as to cover them in texts.
  init(_ subject: Subject, project: String? = nil) {
    self.init(
      project: project, tenant: subject.tenant, uid: subject.uid, email: subject.email, appleSub: subject.appleSub)
  }
}

extension TimelineEvent {
  /// The event as reports show what a record says.
  func shown(by personalData: PersonalData, of person: Report.Subject) -> TimelineEvent {
    var event = self
    event.text = personalData.summary(text, of: person)
    return event
  }
}

extension PlaceNames {
  /// Events as the store keeps them; those of no source that can be named are left out.
  func timeline(of events: [PersonEvents.Event]) -> [TimelineEvent] {
    events.compactMap { event in
      name(of: event.place).map {
        TimelineEvent(at: event.at, text: event.text, source: $0.source, locator: $0.locator)
      }
    }
  }
}
