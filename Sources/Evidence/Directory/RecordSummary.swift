import GRDB
import Timestamps

/// How a record of each kind is told in a few words, without personal data.
struct RecordSummary {
  var table: String
  /// The column with the record's time.
  var time: String
  var text: @Sendable (Row) -> String

  static let all: [EvidenceKind: RecordSummary] = [
    .consents: RecordSummary(table: "consent_data", time: "given_at") { row in
      let end = time(row, "withdrawn_at").map { ", withdrawn \($0)" } ?? ""
      let expiry = time(row, "expires_at").map { ", expires \($0)" } ?? ""
      return "consent record for \(row["purpose"] as String), \(row["state"] as String) \(time(row, "given_at") ?? "")\(end)\(expiry)"
    },
    .links: RecordSummary(table: "link_data", time: "linked_at") { row in
      "\(row["action"] as String) of \(row["provider"] as String) at \(time(row, "linked_at") ?? "")"
    },
    .deletions: RecordSummary(table: "deletion_data", time: "requested_at") { row in
      let status = (row["status"] as String?).map { ", \($0)" } ?? ""
      return "deletion request \(row["request_id"] as String) of \(time(row, "requested_at") ?? "")\(status)"
    },
    .revocations: RecordSummary(table: "revocation_data", time: "at") { row in
      let parts = [
        (row["endpoint"] as String?).map { "at \($0)" }, (row["token_type"] as String?).map { "of a \($0)" },
        (row["http_status"] as Int?).map { "HTTP status \($0)" }, row["outcome"] as String?, row["error"] as String?,
      ].compactMap { $0 }
      return "revocation \(time(row, "at") ?? "")\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))"
    },
    .accountDeletions: RecordSummary(table: "account_deletion_data", time: "deleted_at") { row in
      "account deleted at \(time(row, "deleted_at") ?? "")"
    },
    .notifications: RecordSummary(table: "notification_data", time: "event_time") { row in
      let signature = row["verified"] ? "signature verified" : "decoded, signature not checkable"
      return "Apple's \(row["type"] as String) of \(time(row, "event_time") ?? ""), \(signature)"
    },
  ]

  private static func time(_ row: Row, _ column: String) -> String? {
    (row[column] as Int64?).map { Timestamp(milliseconds: $0).rfc3339 }
  }
}
