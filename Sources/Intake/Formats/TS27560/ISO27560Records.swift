import Evidence
import Timestamps

/// Consent records by ISO/IEC TS 27560:2023: with the field names of the specification, and as JSON-LD of the Data
/// Privacy Vocabulary.
///
/// https://w3c.github.io/dpv/guides/consent-27560
struct ISO27560Records: ProductReader {
  static let kind = EvidenceKind.consents
  static let product = "iso-27560"
  static let guide = FormatGuide(
    Self.self, title: "ISO/IEC TS 27560 records, flat or as JSON-LD",
    example: #"""
      {"schema_version":"…","record_id":"c1","pii_principal_id":"u1","processing":{"purpose":"link:phone"},
       "events":[{"event_time":"2026-01-02T03:04:06Z","event_type":"ExplicitlyExpressedConsent","event_state":"ConsentGiven"}]}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    if head.keys.contains("pii_principal_id"), head.keys.contains("record_id") || head.keys.contains("schema_version") {
      return (5, "its records have `pii_principal_id`, as ISO/IEC TS 27560 has it")
    }
    for key in ["dpv:hasConsentStatus", "dpv:hasProcess"] where head.keys.contains(key) {
      return (5, "its records have `\(key)`, as JSON-LD by ISO/IEC TS 27560 has it")
    }
    return nil
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let isLinked = record.has("dpv:hasProcess") || record.has("dpv:hasConsentStatus")
    var found: [(purpose: String, event: ConsentEvent)] = []
    try collect(record, isLinked ? .linkedData : .plain, from: Context(), into: &found)
    if found.isEmpty { throw RecordRejection("the record has no purpose that has an event with a time and a state") }
    let events = Events(found)
    let person: String?
    let notice: String?
    let id: String?
    if isLinked {
      // A blank node has its name in this document alone.
      let node = try record.text("@id").flatMap { $0.hasPrefix("_:") ? nil : $0 }
      id = try LinkedNames.whole(record, "dct:identifier").first ?? node
      person = try LinkedNames.all(record, "dpv:hasDataSubject").first
      notice = try LinkedNames.all(record, "dpv:hasNotice").first
    } else {
      id = try record.text("record_id")
      person = try record.text("pii_principal_id")
      notice = try record.text("privacy_notice")
    }
    guard let person else { throw FieldError.missing(isLinked ? "dpv:hasDataSubject" : "pii_principal_id") }
    return ProductRecord(
      evidence: found.map { purpose, event in
        let state = events.state(of: event, purpose)
        var consent = ConsentRecord(
          subject: .named(person), purpose: LinkedNames.local(purpose).lowercased(), givenAt: event.at,
          consentID: [.requested, .unknown].contains(event.state) ? nil : id, state: state,
          withdrawnAt: state == .withdrawn ? event.at : nil, expiresAt: event.expiresAt, isExplicit: event.isExplicit,
          method: event.method, policyVersion: notice)
        consent.otherPurposes = [purpose.lowercased()]
        return .consent(consent)
      }, time: found.map(\.event.at).max())
  }

  /// What the events of a record come to together, for each purpose.
  private struct Events {
    private var invalid: Set<String> = []
    private var firstGiven: [String: Timestamp] = [:]

    init(_ events: [(purpose: String, event: ConsentEvent)]) {
      for (purpose, event) in events {
        if event.isInvalidation { invalid.insert(purpose) }
        guard event.isGiven else { continue }
        let name = LinkedNames.local(purpose).lowercased()
        firstGiven[name] = min(firstGiven[name] ?? event.at, event.at)
      }
    }

    func state(of event: ConsentEvent, _ purpose: String) -> ConsentState {
      guard event.isGiven else { return event.state }
      // A consent that turned out to be invalid was so from the beginning.
      if invalid.contains(purpose) { return .unknown }
      // To give it again does not correct when it was given first.
      let first = firstGiven[LinkedNames.local(purpose).lowercased()] ?? event.at
      return event.at > first ? .renewed : event.state
    }
  }

  private enum Form { case plain, linkedData }

  /// What a part of a record inherits from the part around it.
  private struct Context {
    var purposes: [String] = []
    var events: [ConsentEvent] = []
    var basis: [String] = []
  }

  /// A record may hold several processes, each with purposes and events of its own. They do not mix.
  private func collect(
    _ part: RecordFields, _ form: Form, from outer: Context, into found: inout [(purpose: String, event: ConsentEvent)]
  ) throws {
    var context = outer
    let purposes: [String]
    let events: [ConsentEvent]
    let inner: [RecordFields]
    switch form {
    case .plain:
      purposes = try part.texts("purpose")
      var own = try ["events", "consent_events", "event"].flatMap { try part.objects($0) }.map(
        ConsentEvent.init(plain:))
      if own.isEmpty, part.has("event_state") { own = [try ConsentEvent(plain: part)] }
      events = own
      inner = try ["processing", "pii_processing", "purposes"].flatMap { try part.objects($0) }
    case .linkedData:
      let basis = try LinkedNames.all(part, "dpv:hasLegalBasis")
      if !basis.isEmpty { context.basis = basis }
      purposes = try LinkedNames.whole(part, "dpv:hasPurpose")
      events = try part.objects("dpv:hasConsentStatus").map { try ConsentEvent(linked: $0, basis: context.basis) }
      inner = try part.objects("dpv:hasProcess")
    }
    if !purposes.isEmpty { context.purposes = purposes }
    if !events.isEmpty { context.events = events }
    // What surrounds processes applies to them, unless it is a complete consent by itself.
    if !purposes.isEmpty && (!events.isEmpty || !outer.events.isEmpty)
      || inner.isEmpty && !(purposes.isEmpty && events.isEmpty)
    {
      for purpose in context.purposes { found += context.events.map { (purpose, $0) } }
    }
    for process in inner { try collect(process, form, from: context, into: &found) }
  }
}
