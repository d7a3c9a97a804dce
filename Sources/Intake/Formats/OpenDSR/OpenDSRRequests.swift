import Evidence
import Timestamps

/// OpenDSR (once OpenGDPR) requests, and the statuses and callbacks that answer them.
///
/// https://github.com/opengdpr/OpenDSR/blob/master/specification.md
struct OpenDSRRequests: ProductReader {
  static let kind = EvidenceKind.deletions
  static let product = "opendsr"
  static let guide = FormatGuide(
    Self.self, title: "OpenDSR requests and status callbacks",
    note: "Only requests for erasure are used; one may have its status beside it. Addresses may be SHA-256 hashes.",
    example: #"""
      {"subject_request_id":"…","subject_request_type":"erasure","submitted_time":"2026-10-01T00:00:00Z","regulation":"gdpr",
       "subject_identities":[{"identity_type":"email","identity_value":"…","identity_format":"sha256"}]}
      {"subject_request_id":"…","request_status":"completed","received_at":"2026-10-02T00:00:00Z"}
      """#)

  private let isRelay: (String) -> Bool

  init(_ context: ReaderContext) {
    let isRelay = context.options.isRelay
    self.isRelay = { text in
      var text = text
      return text.withUTF8(isRelay)
    }
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("subject_request_id") else { return nil }
    for key in ["subject_request_type", "request_status", "controller_id"] where head.keys.contains(key) {
      return (4, "its records have `subject_request_id` and `\(key)`, as OpenDSR has them")
    }
    return nil
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let id = try record.requiredText("subject_request_id")
    let type = try record.has("subject_request_type") ? record.requiredText("subject_request_type") : nil
    if let type, type.lowercased() != "erasure" { return .ignored("the request is not for erasure") }
    let answer = try record.has("request_status") ? status(record) : nil
    guard type != nil || answer != nil else { return .ignored("the record only acknowledges a request") }
    // A status may repeat what its request is for, and not when that was made.
    guard type != nil, answer == nil || record.has("submitted_time") else {
      let status = DeletionRecord(
        subject: (try? subject(record)) ?? Subject(), requestID: id, requestedAt: nil, status: answer?.status,
        completedAt: answer?.at)
      return ProductRecord(evidence: [.deletion(status)], time: answer?.at)
    }
    let submitted = try record.requiredTime("submitted_time", numbersAre: nil)
    let regulation = try regulation(record)
    let request = DeletionRecord(
      subject: try subject(record), requestID: id, requestedAt: submitted, status: answer?.status ?? .pending,
      completedAt: answer?.at, regulation: regulation)
    return ProductRecord(evidence: [.deletion(request)], time: answer?.at ?? submitted)
  }

  /// Rejects an unknown regulation: the request would silently have no deadline.
  private func regulation(_ record: RecordFields) throws -> Regulation? {
    guard let text = try record.text("regulation")?.lowercased() else { return nil }
    guard let known = Regulation(rawValue: text) else {
      let all = Regulation.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw RecordRejection("`regulation` is not one of \(all)")
    }
    return known
  }

  /// A status has no time of its own but that at which it was received: it orders the statuses, and is the time of
  /// completion in `completed`.
  private func status(_ record: RecordFields) throws -> (status: DeletionStatus, at: Timestamp?) {
    let text = try record.requiredText("request_status").lowercased()
    guard let status = DeletionStatus(rawValue: text == "canceled" ? "cancelled" : text) else {
      throw RecordRejection("`request_status` is not one of `pending`, `in_progress`, `completed`, `cancelled`")
    }
    var at: Timestamp?
    for name in ["received_at", "callback_received_at", "status_time", "timestamp"] where at == nil {
      at = try record.time(name, numbersAre: .milliseconds)
    }
    return (status, at)
  }

  private func subject(_ record: RecordFields) throws -> Subject {
    var subject = Subject()
    var unusable: String?
    for identity in try record.objects("subject_identities") {
      let kind = try identity.requiredText("identity_type")
      let value = try identity.requiredText("identity_value")
      switch try identity.text("identity_format")?.lowercased() ?? "raw" {
      case "raw":
        // Among several addresses, the relay address is the one by which the account is known.
        if kind.lowercased() == "email", isRelay(value) { subject.email = value }
        if try !subject.add(value, as: kind) { unusable = "of a kind that does not identify an account" }
      case "sha256" where kind.lowercased() == "email" && HashedIdentity.isSHA256(value):
        subject.emailSHA256 = value.lowercased()
      default: unusable = "hashed in a way that cannot be matched to accounts"
      }
    }
    if subject.isEmpty {
      throw RecordRejection("`subject_identities` identify nobody\(unusable.map { ": they are \($0)" } ?? "")")
    }
    return subject
  }
}
