import Evidence
import Timestamps

/// Apple's notifications after decoding: flat, or as the claims that Apple signs, whose `events` is an object or,
/// on the wire, the text of one.
enum NotificationFields: OwnFields {
  static let kind = EvidenceKind.notifications
  static let note = "Decoded claims, flat or nested as Apple sends them."
  static let example = #"""
    {"type":"consent-revoked","sub":"001234.….0123","event_time":1790812800123,"jti":"…"}
    """#
  static let columns = [
    OwnColumn(
      "type", .words(NotificationRecord.knownTypes.sorted()),
      "What Apple reports. `account-delete` is the older spelling of `account-deleted`.", example: "consent-revoked"),
    OwnColumn("sub", "Apple's `sub` of the person.", example: "001234.….0123"),
    OwnColumn("event_time", .time, "When it happened.", example: "1790812800123"),
    OwnColumn("email", "The person's address, if the notification has it.", example: "r1@privaterelay.appleid.com"),
    OwnColumn("is_private_email", .bool, "Whether that is a relay address.", example: "true"),
    OwnColumn(
      "jti", "The notification's id. Of several with the same id, `sub`, type and time, one counts.",
      example: "5f0c2a"),
    OwnColumn(
      "aud", "The client for which the notification is meant; in JSON also a list of them.",
      example: "com.example.app"),
    OwnColumn("iat", .time, "When Apple signed it.", example: "1790812801"),
    OwnColumn(
      "events",
      "The same values nested as Apple sends them, in place of the columns above: an object, or an object as text.",
      example: #"{"type":"consent-revoked","sub":"001234.….0123","event_time":1790812800123}"#),
  ]
  static let required = [["type", "events"], ["sub", "events"], ["event_time", "events"]]

  static func score(_ keys: Set<String>) -> Int? {
    if let flat = score(keys, all: ["type", "sub", "event_time"]) { return flat }
    return keys.contains("events") && (keys.contains("jti") || keys.contains("iss")) ? 2 : nil
  }

  static func unfold(_ fields: inout FieldSet, nested: inout NestedParser) throws(RecordRejection) {
    guard let slot = fields.slot("events") else { return }
    var events: JSONValue?
    if case .text(let text) = fields.values[slot] {
      guard let parsed = nested.parse(text), parsed.isObject else {
        throw RecordRejection("`events` is not a JSON object")
      }
      events = parsed
    } else if case .object(let value) = fields.values[slot] {
      events = value
    }
    guard let events else { return }
    var failure: RecordRejection?
    var seen: Set<Int> = []
    events.forEachField { key, value in
      guard let slot = fields.slot(key.string) else { return }
      if !seen.insert(slot).inserted { failure = FieldError.twice(key.string) }
      fields.values[slot] = FieldValue(value)
    }
    if let failure { throw failure }
  }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let type = try fields.requiredText("type")
    guard NotificationRecord.knownTypes.contains(type) else {
      let known = NotificationRecord.knownTypes.sorted().map { "`\($0)`" }.joined(separator: ", ")
      throw RecordRejection("`type` is \(ShownValue.refused(type, of: "type")), which is not one of \(known)")
    }
    if let issuer = fields.detail["iss"], !AppleToken.issuers.contains(issuer) {
      throw RecordRejection(
        "`iss` is \(ShownValue.text(issuer, of: "iss")), which is not Apple's `https://appleid.apple.com`")
    }
    if let sign = fields.detail.first(where: FailureSigns.areOfNotice) {
      throw RecordRejection(
        "`\(sign.key)` says that the notice was turned away; leave it out if its signature did not hold")
    }
    let record = NotificationRecord(
      type: type, sub: try fields.requiredText("sub"),
      eventTime: try fields.requiredTime("event_time"), email: try fields.text("email"),
      isPrivateEmail: try fields.bool("is_private_email"), jti: try fields.text("jti"),
      audience: AppleToken.audience(try fields.texts("aud")), issuedAt: try fields.time("iat"), isVerified: false,
      detail: fields.detail)
    return (.notification(record), record.eventTime.milliseconds)
  }
}
