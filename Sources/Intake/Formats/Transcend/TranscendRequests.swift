import Evidence
import Timestamps

/// Transcend's data subject requests.
struct TranscendRequests: ProductReader {
  static let kind = EvidenceKind.deletions
  static let product = "transcend-requests"

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("coreIdentifier"), head.keys.contains("type"), head.keys.contains("status") else { return nil }
    return (4, "its requests have `coreIdentifier`, `type` and `status`, as Transcend exports them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    guard try record.requiredText("type").uppercased() == "ERASURE" else { return .ignored("the request is not for erasure") }
    let requested = try record.requiredTime("createdAt", numbersAre: .milliseconds)
    var subject = Subject.named(try record.requiredText("coreIdentifier"))
    if subject.email == nil { subject.email = try record.text("email") }
    guard let id = try record.text(anyOf: "id", "requestId", "link") else { throw FieldError.missing("id") }
    let text = try record.requiredText("status").uppercased()
    guard let status = Self.statuses[text] else { throw RecordRejection("`status` is none that Transcend documents") }
    return ProductRecord(
      evidence: [
        .deletion(
          DeletionRecord(
            subject: subject, requestID: id, requestedAt: requested, status: status,
            completedAt: status == .completed ? try record.time("completedAt", numbersAre: .milliseconds) : nil))
      ], time: requested)
  }

  private static let statuses: [String: DeletionStatus] = [
    "REQUEST_MADE": .pending, "IN_PROGRESS": .inProgress, "FAILED": .inProgress, "COMPLETED": .completed,
    "REJECTED": .denied, "REVOKED": .cancelled, "ENRICHING": .inProgress, "ON_HOLD": .pending, "WAITING": .pending,
    "COMPILING": .inProgress, "APPROVING": .inProgress, "DELAYED": .inProgress, "SECONDARY": .inProgress,
    "SECONDARY_COMPLETED": .completed, "CANCELED": .cancelled,
  ]
}
