import Evidence
import Timestamps

/// Mails in our own columns.
struct OwnMail: ProductReader {
  static let kind = EvidenceKind.mail
  static let product = "relay-audit-mail"
  static let guide = FormatGuide(
    Self.self, title: "Mail in our own columns",
    note: "Only mail to relay addresses is kept.",
    example: #"""
      recipient,sender,at,outcome,smtp_reply
      r1@privaterelay.appleid.com,noreply@example.com,2026-10-01T00:00:00Z,delivered,250 OK
      """#)
  static let isOwn = true
  static let columns = [
    OwnColumn("recipient", "The address that the mail was sent to.", example: "r1@privaterelay.appleid.com"),
    OwnColumn("sender", "The address that it was sent from.", example: "noreply@example.com"),
    OwnColumn("at", .time, "When the mail was delivered, bounced or dropped.", example: "2026-10-01T00:00:00Z"),
    OwnColumn("outcome", .words(of: MailOutcome.self), "What happened to the mail.", example: "bounced"),
    OwnColumn(
      "smtp_reply", "The reply of the recipient's mail server.", example: "550 5.1.1 unknown user", isLoose: true),
    OwnColumn(
      "message_id", "The mail's id. Several events with the same id count as one mail.", example: "<m1@example.com>",
      isLoose: true),
  ]

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard ["recipient", "sender", "at"].allSatisfy(head.keys.contains) else { return nil }
    return (4, "its columns are those of mail: `recipient`, `sender`, `at`")
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let time = try record.requiredOwnTime("at")
    let text = try record.text("outcome")?.lowercased()
    let outcome = text.flatMap(MailOutcome.init)
    if let text, outcome == nil {
      throw RecordRejection(
        "`outcome` is \(ShownValue.refused(text, of: "outcome")), which is not one of `delivered`, `bounced`, `dropped`"
      )
    }
    return ProductRecord(
      evidence: [
        .mail(
          MailRecord(
            recipient: try record.recipient("recipient"), sender: try record.requiredText("sender"), at: time,
            outcome: outcome, reply: try record.text("smtp_reply"), messageID: try record.text("message_id")))
      ], time: time)
  }
}

/// SendGrid's events.
///
/// https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
struct SendGridEvents: ProductReader {
  static let kind = EvidenceKind.mail
  static let product = "sendgrid-events"
  static let guide = FormatGuide(
    Self.self, title: "SendGrid events",
    example: #"""
      {"email":"r1@privaterelay.appleid.com","timestamp":1790812800,"event":"bounce","sg_message_id":"…","reason":"550 …"}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard ["email", "event", "timestamp"].allSatisfy(head.keys.contains),
      head.keys.contains("sg_event_id") || head.keys.contains("sg_message_id") || head.keys.contains("smtp-id")
    else { return nil }
    return (5, "its events have `email`, `event` and `sg_message_id`, as SendGrid sends them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.seconds] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let time = try record.requiredTime("timestamp", numbersAre: .seconds)
    let outcome: MailOutcome? =
      switch try record.requiredText("event").lowercased() {
      case "delivered": .delivered
      case "bounce", "blocked": .bounced
      case "dropped": .dropped
      default: nil
      }
    // Other events are steps towards one of these, or actions of the recipient.
    guard let outcome else { return .ignored("the event does not say whether the mail was delivered") }
    return ProductRecord(
      evidence: [
        .mail(
          MailRecord(
            recipient: try record.recipient("email"), sender: try record.text(anyOf: "from", "from_email", "sender"),
            at: time, outcome: outcome, reply: try record.text(anyOf: "reason", "response"),
            messageID: try record.text("sg_message_id")))
      ], time: time)
  }
}

/// Mailgun's events, as the interface lists them and as its web hooks send them.
///
/// https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure
struct MailgunEvents: ProductReader {
  static let kind = EvidenceKind.mail
  static let product = "mailgun-events"
  static let guide = FormatGuide(
    Self.self, title: "Mailgun events and web hooks",
    example: #"""
      {"event":"delivered","timestamp":1790812800.25,"recipient":"r1@privaterelay.appleid.com","envelope":{"sender":"noreply@example.com"}}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    if head.keys.contains("event-data") {
      return (5, "its records have `event-data`, as Mailgun's web hooks send them")
    }
    guard ["event", "timestamp", "recipient"].allSatisfy(head.keys.contains), !head.keys.contains("sg_message_id")
    else {
      return nil
    }
    return (4, "its events have `event`, `timestamp` and `recipient`, as Mailgun lists them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.seconds] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let event = try record.object("event-data") ?? record
    let time = try event.requiredTime("timestamp", numbersAre: .seconds)
    let status = try event.object("delivery-status")
    let outcome: MailOutcome? =
      switch try event.requiredText("event").lowercased() {
      case "delivered": .delivered
      case "failed", "bounced": .bounced
      case "rejected", "dropped": .dropped
      default: nil
      }
    guard let outcome else { return .ignored("the event does not say whether the mail was delivered") }
    let headers = try event.object("message")?.object("headers")
    var reply: [String] = []
    if let code = try status?.text("code") { reply.append(code) }
    if let text = try status?.text(anyOf: "message", "description") { reply.append(text) }
    return ProductRecord(
      evidence: [
        .mail(
          MailRecord(
            recipient: try event.recipient("recipient"),
            sender: try event.object("envelope")?.text("sender") ?? headers?.text("from"), at: time,
            outcome: outcome, reply: reply.isEmpty ? nil : reply.joined(separator: " "),
            messageID: try headers?.text("message-id")))
      ], time: time)
  }
}

extension RecordFields {
  /// Who got a mail: one address, since each relay address belongs to another person.
  fileprivate func recipient(_ name: String) throws -> String {
    let text = try requiredText(name)
    guard text.utf8.count(where: { $0 == UInt8(ascii: "@") }) < 2 else {
      throw RecordRejection("`\(name)` holds several addresses; write a record for each")
    }
    // Nobody counts mail to other hosts, to which people mistype addresses.
    let mayBeRelay = RelayHosts.apple.contains(where: text.lowercased().contains)
    if mayBeRelay, !AddressText.isPlain(MailRecord.address(text)) { throw FieldError.notAddress(name) }
    return text
  }
}
