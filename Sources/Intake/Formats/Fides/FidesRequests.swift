import Evidence
import Timestamps

/// Fides' privacy requests as CSV. The columns of identities stand in another order in each file.
///
/// https://github.com/ethyca/fides/blob/main/src/fides/api/util/privacy_request_csv_download.py
struct FidesRequests: ProductReader {
  static let kind = EvidenceKind.deletions
  static let product = "fides-requests"
  static let guide = FormatGuide(
    Self.self, title: "Fides, privacy requests as CSV",
    note: "The identity columns may come in any order.",
    example: #"""
      Status,Request Type,Time Received,Request ID,Completed On,email
      complete,erasure,2026-10-01T00:00:00+00:00,pri-1,2026-10-02T00:00:00+00:00,a@example.com
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    let columns = ["Status", "Request Type", "Time Received", "Request ID"]
    guard columns.allSatisfy(head.keys.contains) else { return nil }
    return (5, "its columns are `Request Type`, `Time Received` and `Request ID`, as Fides exports them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    guard try record.requiredText("Request Type").lowercased().contains("erasure") else {
      return .ignored("the request is not for erasure")
    }
    let requested = try time(record, "Time Received")
    guard let requested else { throw FieldError.missing("Time Received") }
    var subject = Subject()
    for name in record.names {
      if let value = try record.text(name) {
        _ = try subject.add(value, as: name.lowercased().replacing(" ", with: "_"))
      }
    }
    for (kind, value) in try identities(record) { _ = try subject.add(value, as: kind) }
    if subject.isEmpty { throw RecordRejection("no column of the row names a person") }
    let text = try record.requiredText("Status").lowercased().replacing(" ", with: "_")
    guard let status = Self.statuses[text] else { throw RecordRejection("`Status` is not a value that Fides writes") }
    return ProductRecord(
      evidence: [
        .deletion(
          DeletionRecord(
            subject: subject, requestID: try record.requiredText("Request ID"), requestedAt: requested, status: status,
            completedAt: status == .completed ? try time(record, "Completed On") : nil))
      ], time: requested)
  }

  /// Older versions wrote all identities into one column, as Python prints them: `{'email': 'a@example.com'}`.
  private func identities(_ record: RecordFields) throws -> [(kind: String, value: String)] {
    let parts = try record.text("Subject Identity")?.split(separator: "'", omittingEmptySubsequences: false) ?? []
    return zip(parts.indices, parts.indices.dropFirst(2)).compactMap { key, value in
      parts[key + 1].trimmingPrefix(" ").hasPrefix(":") && !parts[key + 1].contains(",")
        ? (String(parts[key]), String(parts[value])) : nil
    }
  }

  /// Fides writes RFC 3339, and Python's own form without a zone, which is UTC.
  private func time(_ record: RecordFields, _ name: String) throws -> Timestamp? {
    guard let text = try record.text(name) else { return nil }
    guard let written = WrittenTime(text) else { throw RecordRejection("`\(name)` is not an ISO 8601 time") }
    return try record.checked(written.timeInUTC, name)
  }

  private static let statuses: [String: DeletionStatus] = [
    "identity_unverified": .denied, "duplicate": .cancelled, "canceled": .cancelled, "denied": .denied,
    "pre_approval_not_eligible": .pending, "complete": .completed, "pending": .pending,
    "awaiting_pre_approval": .pending,
    "requires_input": .pending, "approved": .inProgress, "in_processing": .inProgress, "paused": .inProgress,
    "awaiting_email_send": .inProgress, "requires_manual_finalization": .inProgress, "pending_external": .inProgress,
    "error": .inProgress,
  ]
}
