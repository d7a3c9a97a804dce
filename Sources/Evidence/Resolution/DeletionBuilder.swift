import GRDB
import Timestamps

/// Joins the states of each deletion request, and the requests of one account into one obligation.
struct DeletionBuilder {
  private struct Request {
    var requestID: String
    var requestedAt: Int64
    var statuses: Set<String> = []
    var completedAt: Int64?
    var regulation: String?
    var apple: Bool?
    var isManual = false
    var ref: Int64

    /// What happened outweighs what was planned: a request once completed is owed what a completed one is.
    var status: String? {
      for status in ["completed", "cancelled", "denied", "in_progress", "pending"] where statuses.contains(status) {
        return status
      }
      return nil
    }

    var isDue: Bool { status != "cancelled" && status != "denied" }

    /// By when the law wants it done. GDPR, Article 12(3): one month, by the calendar. CCPA, 11 CCR § 7021(b): 45 calendar
    /// days. Milliseconds.
    var deadline: Int64? {
      let time = Timestamp(milliseconds: requestedAt)
      return switch regulation {
      case "gdpr": time.oneMonthLater.milliseconds
      case "ccpa": (time + .days(45)).milliseconds
      default: nil
      }
    }
  }

  private let session: EvidenceSession
  private var database: Database { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    let insert = try WriteStatement(
      database, into: "evidence.deletion_row",
      columns: [
        "account", "request_id", "obligation", "is_obligation", "requested_at", "status", "due", "completed_at",
        "regulation", "deadline_at", "apple", "manual", "ref",
      ])
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT e.account, d.* FROM evidence.evidence_account e CROSS JOIN evidence.deletion_data d ON d.ref = e.ref
        ORDER BY e.account, d.request_id, d.requested_at, d.ref
        """)
    let byAccount = Dictionary(grouping: rows) { $0["account"] as Int64 }
    for account in byAccount.keys.sorted() {
      let requests = merged(byAccount[account] ?? [])
      let due = requests.filter(\.isDue)
      let first = due.min { ($0.requestedAt, $0.requestID) < ($1.requestedAt, $1.requestID) }
      let known = try appleByEvidence(account)
      // What one request of the person says holds for all of them.
      let said = requests.compactMap(\.apple)
      let apple = known == "yes" || said.contains(true) ? "yes" : known == "no" || said.contains(false) ? "no" : "unknown"
      let isManual = due.contains(where: \.isManual)
      // The obligation ends with the first request that is completed.
      let completed = due.filter { $0.status == "completed" }.min { completion($0) < completion($1) }
      for request in requests {
        let isObligation = request.requestID == first?.requestID
        let standsFor = isObligation ? completed ?? request : request
        insert.bind(account).bind(request.requestID).bind(request.isDue ? first?.requestID ?? request.requestID : request.requestID)
          .bind(isObligation).bind(request.requestedAt).bind(standsFor.status).bind(request.isDue)
          // Another request, completed at an unknown time, was completed no earlier than it was made.
          .bind(standsFor.completedAt ?? (standsFor.requestID == request.requestID ? nil : standsFor.requestedAt)).bind(request.regulation)
          .bind(request.deadline).bind(apple)
          .bind(isObligation ? isManual : request.isManual).bind(request.ref)
        try insert.run()
      }
    }
  }

  private func completion(_ request: Request) -> (Int64) { request.completedAt ?? request.requestedAt }

  private func merged(_ rows: [Row]) -> [Request] {
    var requests: [String: Request] = [:]
    // A status alone is no request: one that was asked for at no known time is not judged.
    for row in rows {
      let id: String = row["request_id"]
      guard let requestedAt: Int64 = row["requested_at"] else { continue }
      var request = requests[id] ?? Request(requestID: id, requestedAt: requestedAt, ref: row["ref"])
      request.requestedAt = min(request.requestedAt, requestedAt)
      requests[id] = request
    }
    for row in rows {
      let id: String = row["request_id"]
      guard var request = requests[id] else { continue }
      if let status: String = row["status"] { request.statuses.insert(status) }
      if let at: Int64 = row["completed_at"] { request.completedAt = min(request.completedAt ?? at, at) }
      if let regulation: String = row["regulation"] {
        request.regulation = min(request.regulation ?? regulation, regulation)
      }
      if let apple: Bool = row["apple"] { request.apple = (request.apple ?? false) || apple }
      request.isManual = request.isManual || row["manual"]
      requests[id] = request
    }
    return requests.keys.sorted().compactMap { requests[$0] }
  }

  /// By the current export, the history, or a notification.
  private func appleByEvidence(_ account: Int64) throws -> String {
    let isNotified = try Bool.fetchOne(
      try database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM evidence.evidence_account e JOIN evidence.notification_data n ON n.ref = e.ref
          WHERE e.account = ?)
          """),
      arguments: [account])
    if isNotified == true { return "yes" }
    guard
      let row = try Row.fetchOne(
        try database.cachedStatement(
          sql: """
            SELECT ever_apple, ever_shown_without_apple, relay_address FROM accounts.account_row WHERE account = ? AND known
            """),
        arguments: [account])
    else { return "unknown" }
    let relay: String? = row[2]
    if row[0] || relay != nil { return "yes" }
    return row[1] ? "no" : "unknown"
  }
}
