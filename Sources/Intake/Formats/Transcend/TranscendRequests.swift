import Evidence
import Timestamps

/// Transcend's data subject requests.
struct TranscendRequests: ProductReader {
  static let kind = EvidenceKind.deletions
  static let product = "transcend-requests"
  static let guide = FormatGuide(
    Self.self, title: "Transcend requests, JSON or CSV",
    example: #"""
      {"id":"1","type":"ERASURE","status":"COMPLETED","coreIdentifier":"u1","createdAt":"2026-10-01T00:00:00.000Z"}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    let titles = ["Request ID", "Core Identifier", "Request Type", "Status"]
    if titles.allSatisfy(head.keys.contains) {
      return (
        4, "its columns are `Request ID`, `Core Identifier` and `Request Type`, as Transcend's command line writes them"
      )
    }
    guard head.keys.contains("coreIdentifier"), head.keys.contains("type"), head.keys.contains("status") else {
      return nil
    }
    return (4, "its requests have `coreIdentifier`, `type` and `status`, as Transcend exports them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    // The command line's table has titles where the interface has names.
    func name(_ name: String, _ title: String) -> String { record.has(title) ? title : name }
    guard try record.requiredText(name("type", "Request Type")).uppercased() == "ERASURE" else {
      return .ignored("the request is not for erasure")
    }
    if try record.bool(name("isTest", "Is Test Request")) == true { return .ignored("the request is a test") }
    let requested = try record.requiredTime(name("createdAt", "Created At"), numbersAre: .milliseconds)
    var subject = Subject()
    if let identifier = try record.object("coreIdentifier") {
      let value = try identifier.requiredText("value")
      if try !subject.add(value, as: identifier.text(anyOf: "type", "name") ?? "") { subject = .named(value) }
    } else {
      subject = .named(try record.requiredText(name("coreIdentifier", "Core Identifier")))
    }
    if subject.email == nil { subject.email = try record.text(name("email", "Email")) }
    guard let id = try record.text(anyOf: "id", "requestId", "Request ID", "link") else {
      throw FieldError.missing("id")
    }
    let text = try record.requiredText(name("status", "Status")).uppercased()
    guard let status = Self.statuses[text] else {
      throw RecordRejection("`status` is not a value that Transcend documents")
    }
    let completed =
      status == .completed
      ? try record.time(name("completedAt", "Completed At"), numbersAre: .milliseconds) : nil
    return ProductRecord(
      evidence: [
        .deletion(
          DeletionRecord(
            subject: subject, requestID: id, requestedAt: requested, status: status, completedAt: completed))
      ], time: requested)
  }

  /// https://docs.transcend.io/docs/privacy-requests/overview, and `RequestStatus` of Transcend's own package
  /// `@transcend-io/privacy-types`.
  private static let statuses: [String: DeletionStatus] = [
    "REQUEST_MADE": .pending, "IN_PROGRESS": .inProgress, "FAILED": .inProgress, "COMPLETED": .completed,
    "REJECTED": .denied, "REVOKED": .cancelled, "ENRICHING": .inProgress, "ON_HOLD": .pending, "WAITING": .pending,
    "COMPILING": .inProgress, "APPROVING": .inProgress, "DELAYED": .inProgress, "SECONDARY": .inProgress,
    "SECONDARY_COMPLETED": .completed, "DOWNLOADABLE": .inProgress, "CANCELED": .cancelled,
    "SECONDARY_APPROVING": .inProgress, "VIEW_CATEGORIES": .inProgress,
    // The person did not prove who they are, so the request is closed.
    "FAILED_VERIFICATION": .denied,
  ]
}
