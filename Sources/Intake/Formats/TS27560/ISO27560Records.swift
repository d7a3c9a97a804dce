import Evidence
import Timestamps

/// Consent records by ISO/IEC TS 27560:2023: with the field names of the specification, and as JSON-LD of the Data Privacy
/// Vocabulary.
///
/// https://w3c.github.io/dpv/guides/consent-27560
struct ISO27560Records: ProductReader {
  static let kind = EvidenceKind.consents
  static let product = "iso-27560"

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    if head.keys.contains("pii_principal_id"), head.keys.contains("record_id") || head.keys.contains("schema_version") {
      return (5, "its records have `pii_principal_id`, as ISO/IEC TS 27560 has it")
    }
    if head.keys.contains("dpv:hasConsentStatus") {
      return (5, "its records have `dpv:hasConsentStatus`, as JSON-LD by ISO/IEC TS 27560 has it")
    }
    return nil
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    record.has("dpv:hasConsentStatus") ? try linked(record) : try flat(record)
  }

  /// One thing that happened to a consent.
  private struct Event {
    var state: ConsentState
    var at: Timestamp
    var isExplicit: Bool?
    var method: String?
    var expiresAt: Timestamp?
  }

  // MARK: - Field names of the specification

  private func flat(_ record: RecordFields) throws -> ProductRecord {
    var purposes = try record.texts("purpose")
    var holders = [record]
    for name in ["processing", "pii_processing", "purposes"] {
      for part in try record.objects(name) {
        purposes += try part.texts("purpose")
        holders.append(part)
      }
    }
    var events: [Event] = []
    for holder in holders {
      for name in ["events", "consent_events", "event"] {
        for event in try holder.objects(name) { events.append(try self.event(event)) }
      }
    }
    if events.isEmpty, record.has("event_state") { events = [try event(record)] }
    return try consents(
      of: Subject.named(try record.requiredText("pii_principal_id")), purposes: purposes, events: events,
      id: try record.text("record_id"), notice: try record.text("privacy_notice"))
  }

  private func event(_ event: RecordFields) throws -> Event {
    let at = try time(event, "event_time")
    var type = try event.text("event_type")
    if type == nil { type = try event.text("consent_type") }
    return Event(
      state: Self.state(try event.requiredText("event_state")), at: at, isExplicit: Self.isExplicit(type),
      method: try event.text("collection_method"),
      expiresAt: try event.text("validity_duration").flatMap { Self.end(of: $0, from: at) })
  }

  // MARK: - JSON-LD

  private func linked(_ record: RecordFields) throws -> ProductRecord {
    var purposes: [String] = []
    for process in try record.objects("dpv:hasProcess") { purposes += try Self.names(process, "dpv:hasPurpose") }
    purposes += try Self.names(record, "dpv:hasPurpose")
    let basis = try Self.names(record, "dpv:hasLegalBasis")
    let events = try record.objects("dpv:hasConsentStatus").map { status in
      let at = try time(status, "dpv:isIndicatedAtTime")
      var types = try status.texts("@type")
      let isExplicit = Self.isExplicit((types + basis).first { Self.isExplicit($0) != nil })
      types.removeAll { Self.isExplicit($0) != nil }
      return Event(
        state: types.map(Self.state).first { $0 != .unknown } ?? .unknown, at: at, isExplicit: isExplicit,
        method: try Self.names(status, "dpv:hasIndicationMethod").first,
        expiresAt: try Self.names(status, "dpv:hasDuration").first.flatMap { Self.end(of: $0, from: at) })
    }
    guard let person = try Self.names(record, "dpv:hasDataSubject").first else { throw FieldError.missing("dpv:hasDataSubject") }
    return try consents(
      of: .named(person), purposes: purposes, events: events,
      id: try Self.names(record, "dct:identifier").first ?? record.text("@id"),
      notice: try Self.names(record, "dpv:hasNotice").first)
  }

  /// A value may be a text, an object with an id, or a list of either.
  private static func names(_ record: RecordFields, _ name: String) throws -> [String] {
    let texts = try record.texts(name)
    if !texts.isEmpty { return texts.map(local) }
    return try record.objects(name).compactMap { object in
      try object.text(anyOf: "dct:identifier", "dct:title", "@value", "@id", "@type", "dpv:hasIdentifier").map(local)
    }
  }

  /// Without the namespace: `ex:LinkPhone` and `https://example.com/purposes#LinkPhone` are `LinkPhone`. A purpose such as
  /// `link:phone` is no namespace.
  private static func local(_ name: String) -> String {
    if name.contains("://") {
      let end = name.split(whereSeparator: { "#/".contains($0) }).last.map(String.init)
      return end ?? name
    }
    guard !name.hasPrefix("link"), let colon = name.firstIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }

  // MARK: - Both

  private func consents(
    of person: Subject, purposes: [String], events: [Event], id: String?, notice: String?
  ) throws -> ProductRecord {
    if purposes.isEmpty { throw FieldError.missing("purpose") }
    if events.isEmpty { throw RecordRejection("the record has no event with its time and state") }
    var consents: [EvidenceRecord] = []
    for purpose in purposes {
      for event in events {
        consents.append(
          .consent(
            ConsentRecord(
              subject: person, purpose: purpose.lowercased(), givenAt: event.at, consentID: id, state: event.state,
              withdrawnAt: event.state == .withdrawn ? event.at : nil, expiresAt: event.expiresAt,
              isExplicit: event.isExplicit, method: event.method, policyVersion: notice)))
      }
    }
    guard consents.count <= Place.maximumPart else { throw RecordRejection("the record has too many purposes and events") }
    return ProductRecord(evidence: consents, time: events.map(\.at).max())
  }

  /// Times are in UTC, and many are written without a zone, or without a time of day.
  private func time(_ record: RecordFields, _ name: String) throws -> Timestamp {
    if let time = try? record.time(name, numbersAre: nil) { return time }
    var values = try record.texts(name)
    if values.isEmpty { values = try record.objects(name).compactMap { try $0.text("@value") } }
    guard let text = values.first else { throw FieldError.missing(name) }
    // A day without a time has begun at its first moment and ended at its last; which it was is not known. The last
    // one does not make a consent earlier than it was.
    for candidate in [text, text + "Z", text + "T23:59:59.999Z"] {
      if let time = Timestamp(looseRFC3339: candidate) { return time }
    }
    throw RecordRejection("`\(name)` is not an ISO 8601 time")
  }

  private static func state(_ name: String) -> ConsentState {
    switch local(name).lowercased() {
    case "consentgiven", "given": .given
    case "renewedconsentgiven", "renewed", "consentrenewed": .renewed
    case "consentrefused", "refused": .refused
    case "consentwithdrawn", "withdrawn", "consentterminated", "terminated", "consentinvalidated", "invalidated": .withdrawn
    case "consentexpired", "expired": .expired
    case "consentrequested", "requested", "consentrequestdeferred": .requested
    default: .unknown
    }
  }

  /// `ExplicitlyExpressedConsent` alone is explicit; the others are said to be something else.
  private static func isExplicit(_ type: String?) -> Bool? {
    switch type.map({ local($0).lowercased() }) {
    case "explicitlyexpressedconsent", "explicit", "a9-2-a": true
    case "impliedconsent", "implicit", "implied": false
    default: nil
    }
  }

  /// The end of an ISO 8601 duration in days, weeks, months or years; nil for one without an end.
  private static func end(of duration: String, from start: Timestamp) -> Timestamp? {
    guard duration.hasPrefix("P") else { return nil }
    var days: Int64 = 0
    var digits = ""
    for character in duration.dropFirst() {
      if character == "T" { break }
      if character.isNumber {
        digits.append(character)
        continue
      }
      guard let count = Int64(digits), count < 1_000_000 else { return nil }
      digits = ""
      switch character {
      case "D": days += count
      case "W": days += count * 7
      // The shortest month and year: consent must not be taken to last longer than it did.
      case "M": days += count * 28
      case "Y": days += count * 365
      default: return nil
      }
    }
    return days > 0 ? start + .days(days) : nil
  }
}
