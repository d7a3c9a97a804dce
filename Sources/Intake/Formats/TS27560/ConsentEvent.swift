import Evidence
import Timestamps

/// One thing that happened to a consent.
struct ConsentEvent {
  var state: ConsentState
  /// The consent turned out to be invalid.
  var isInvalidation: Bool
  var at: Timestamp
  var isExplicit: Bool?
  var method: String?
  var expiresAt: Timestamp?

  var isGiven: Bool { [.given, .renewed].contains(state) }

  /// With the field names of the specification.
  init(plain event: RecordFields) throws {
    let name = try event.requiredText("event_state")
    let type = try event.text(anyOf: "event_type", "consent_type")
    guard let state = Self.state(name) else {
      throw RecordRejection("`event_state` is no state of a consent that the Data Privacy Vocabulary knows")
    }
    self.state = state
    at = try Self.time(event, "event_time", isGiven: [.given, .renewed].contains(state))
    isInvalidation = Self.isInvalidation(name)
    isExplicit = Self.isExplicit(type)
    method = try event.text("collection_method")
    expiresAt = try event.text("validity_duration").flatMap { try Self.end(of: $0, from: at) }
  }

  /// As JSON-LD, under a legal basis that may say that the consent was explicit.
  init(linked status: RecordFields, basis: [String]) throws {
    let types = try status.texts("@type")
    let states = types.filter { Self.isExplicit($0) == nil }
    guard let state = states.lazy.compactMap(Self.state).first else {
      throw RecordRejection("no `@type` of the status is a state of a consent that the Data Privacy Vocabulary knows")
    }
    self.state = state
    at = try Self.time(status, "dpv:isIndicatedAtTime", isGiven: [.given, .renewed].contains(state))
    isInvalidation = states.contains(where: Self.isInvalidation)
    isExplicit = (types + basis).lazy.compactMap(Self.isExplicit).first
    method = try LinkedNames.all(status, "dpv:hasIndicationMethod").first
    expiresAt = try LinkedNames.literal(status, "dpv:hasDuration").flatMap { try Self.end(of: $0.text, from: at) }
  }

  /// Times are in UTC, and many are written without a zone, or without a time of day.
  private static func time(_ record: RecordFields, _ name: String, isGiven: Bool) throws -> Timestamp {
    var text = try record.texts(name).first
    if text == nil { text = try record.objects(name).first?.text("@value") }
    guard let text else { throw FieldError.missing(name) }
    guard let time = instant(text, isEndOfDay: isGiven) else {
      throw RecordRejection("`\(name)` is not an ISO 8601 time")
    }
    return try record.checked(time, name)
  }

  /// The moment of a text that may be a day without a time. The end of the day makes no consent earlier than it was,
  /// and its beginning makes no end later.
  private static func instant(_ text: String, isEndOfDay: Bool) -> Timestamp? {
    WrittenTime(text)?.timeInUTC ?? Timestamp(rfc3339: text + (isEndOfDay ? "T23:59:59.999Z" : "T00:00:00Z"))
  }

  /// Nil for a name that is no state's (https://w3id.org/dpv#ConsentStatus).
  private static func state(_ name: String) -> ConsentState? {
    switch LinkedNames.local(name).lowercased() {
    case "consentgiven", "given": .given
    case "renewedconsentgiven", "renewed", "consentrenewed": .renewed
    case "consentrefused", "refused": .refused
    // The controller or an authority ended it, not the person.
    case "consentrevoked", "revoked": .withdrawn
    case "consentwithdrawn", "withdrawn", "consentterminated", "terminated": .withdrawn
    case _ where isInvalidation(name): .withdrawn
    case "consentexpired", "expired": .expired
    case "consentrequested", "requested", "consentrequestdeferred": .requested
    case "consentunknown", "unknown": .unknown
    default: nil
    }
  }

  private static func isInvalidation(_ name: String) -> Bool {
    ["consentinvalidated", "invalidated"].contains(LinkedNames.local(name).lowercased())
  }

  /// `ExplicitlyExpressedConsent` alone is explicit; the others are said to be something else.
  private static func isExplicit(_ type: String?) -> Bool? {
    switch type.map({ LinkedNames.local($0).lowercased() }) {
    case "explicitlyexpressedconsent", "explicit", "a9-2-a": true
    case "impliedconsent", "implicit", "implied": false
    default: nil
    }
  }

  // MARK: - Durations

  /// The end of an ISO 8601 duration, or a stated end; nil for a consent without one.
  private static func end(of duration: String, from start: Timestamp) throws -> Timestamp? {
    let name = LinkedNames.local(duration).lowercased()
    if ["endless", "endlessduration", "indefinite", "none"].contains(name) { return nil }
    if let end = instant(duration, isEndOfDay: false) { return end }
    guard let length = length(duration) else {
      throw RecordRejection(
        "the end of the consent cannot be computed from its duration; write an ISO 8601 duration, or the end as a time")
    }
    return Timestamp(milliseconds: start.later(byMonths: length.months).milliseconds + length.milliseconds)
  }

  /// Months have no length of their own: by the calendar they last from a day to the same day of another month.
  private static func length(_ duration: String) -> (months: Int64, milliseconds: Int64)? {
    guard duration.hasPrefix("P") else { return nil }
    let second: Int64 = 1000
    let day = 86_400 * second
    var (months, sum): (Int64, Int64) = (0, 0)
    var digits = ""
    var isTime = false
    for character in duration.dropFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if character == "T", !isTime, digits.isEmpty {
        isTime = true
        continue
      }
      // Whoever repeats a unit for ever gets no sum that overflows.
      guard let count = Int64(digits), count < 1_000_000, months < 1 << 24, sum < 1 << 52 else { return nil }
      digits = ""
      switch (character, isTime) {
      case ("D", false): sum += count * day
      case ("W", false): sum += count * 7 * day
      case ("M", false): months += count
      case ("Y", false): months += count * 12
      case ("H", true): sum += count * 3600 * second
      case ("M", true): sum += count * 60 * second
      case ("S", true): sum += count * second
      default: return nil
      }
    }
    return digits.isEmpty && months + sum > 0 ? (months, sum) : nil
  }
}
