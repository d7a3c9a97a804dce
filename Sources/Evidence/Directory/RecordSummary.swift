import Storage
import Timestamps

/// How a record of each kind is told in a few words, without personal data.
struct RecordSummary {
  /// Takes the record's place; its first column is the record's time.
  var sql: String
  /// Reads the columns of `sql`.
  var text: @Sendable (SelectStatement) -> String

  private init(_ columns: String, from table: String, _ text: @escaping @Sendable (SelectStatement) -> String) {
    sql = "SELECT \(columns) FROM evidence.\(table) WHERE ref = ?"
    self.text = text
  }

  static let all: [EvidenceKind: RecordSummary] = [
    .consents: RecordSummary("given_at, purpose, state, withdrawn_at, expires_at", from: "consent_data") { row in
      let end = time(row, 3).map { ", withdrawn \($0)" } ?? ""
      let expiry = time(row, 4).map { ", expires \($0)" } ?? ""
      return "consent record for \(row.text(1)), \(row.text(2)) \(time(row, 0) ?? "")\(end)\(expiry)"
    },
    .links: RecordSummary("linked_at, action, provider", from: "link_data") { row in
      "\(row.text(1)) of \(row.text(2)) at \(time(row, 0) ?? "")"
    },
    .deletions: RecordSummary(
      "coalesce(requested_at, completed_at), request_id, status", from: "deletion_data"
    ) { row in
      let of = time(row, 0).map { " of \($0)" } ?? ""
      // An id that is made of a person's address or number is left out.
      let id = row.text(1)
      let isPlain = !id.contains("@") && !id.hasPrefix("+") && !(id.count >= 7 && id.allSatisfy { $0.isNumber })
      return "deletion request\(isPlain ? " \(id)" : "")\(of)\(row.optionalText(2).map { ", \($0)" } ?? "")"
    },
    .revocations: RecordSummary(
      "at, endpoint, token_type, http_status, outcome, error", from: "revocation_data"
    ) { row in
      let parts = [
        row.optionalText(1).map { "at \($0)" }, row.optionalText(2).map { "of a \($0)" },
        row.optionalInteger(3).map { "HTTP status \($0)" }, row.optionalText(4), row.optionalText(5),
      ].compactMap { $0 }
      return "revocation \(time(row, 0) ?? "")\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))"
    },
    .accountDeletions: RecordSummary("deleted_at", from: "account_deletion_data") { row in
      "account deleted at \(time(row, 0) ?? "")"
    },
    .notifications: RecordSummary("event_time, type, verified", from: "notification_data") { row in
      let signature = row.flag(2) ? "signature verified" : "decoded, signature not checkable"
      return "Apple's \(row.text(1)) of \(time(row, 0) ?? ""), \(signature)"
    },
    .signIns: RecordSummary("at, provider, nonce", from: "sign_in_data") { row in
      "sign-in with \(row.text(1)) at \(time(row, 0) ?? ""), \(row.flag(2) ? "with" : "without") a nonce"
    },
    .mail: RecordSummary("at, outcome, reply", from: "mail_data") { row in
      let parts = [row.optionalText(1), row.optionalText(2)].compactMap { $0 }
      return "mail of \(time(row, 0) ?? "")\(parts.isEmpty ? "" : ": ")\(parts.first ?? "")"
    },
  ]

  private static func time(_ row: SelectStatement, _ column: Int32) -> String? {
    row.optionalInteger(column).map { Timestamp(milliseconds: $0).rfc3339 }
  }
}
