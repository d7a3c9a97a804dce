import Storage
import Timestamps

/// Joins the states of each deletion request, and the requests of one account into one obligation.
struct DeletionBuilder {
  /// What one record says of a request.
  private struct State {
    var ref: Int64
    var requestID: String
    var requestedAt: Int64?
    var status: String?
    var completedAt: Int64?
    var regulation: String?
    var apple: Bool?
    var isManual: Bool

    /// Columns from 1, in the order of the table.
    init(_ row: SelectStatement) {
      ref = row.integer(1)
      requestID = row.text(2)
      requestedAt = row.optionalInteger(3)
      status = row.optionalText(4)
      completedAt = row.optionalInteger(5)
      regulation = row.optionalText(6)
      apple = row.optionalInteger(7).map { $0 != 0 }
      isManual = row.flag(8)
    }
  }

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
  private var database: Connection { session.database }

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
    let apple = try AppleByEvidence(database)
    var states = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT e.account, d.ref, d.request_id, d.requested_at, d.status, d.completed_at, d.regulation, d.apple, d.manual
        FROM evidence.evidence_account e CROSS JOIN evidence.deletion_data d ON d.ref = e.ref
        ORDER BY e.account, d.request_id, d.requested_at, d.ref
        """))
    while let (account, rows) = try states.next(State.init) {
      try write(merged(rows), of: account, known: apple.known(of: account), insert)
    }
  }

  /// - Parameter known: whether the person had Apple, by evidence other than the requests.
  private func write(_ requests: [Request], of account: Int64, known: String, _ insert: WriteStatement) throws {
    let due = requests.filter(\.isDue)
    let first = due.min { ($0.requestedAt, $0.requestID) < ($1.requestedAt, $1.requestID) }
    // What one request of the person says holds for all of them.
    let said = requests.compactMap(\.apple)
    let apple = known == "yes" || said.contains(true) ? "yes" : known == "no" || said.contains(false) ? "no" : "unknown"
    let isManual = due.contains(where: \.isManual)
    // The obligation ends with the first request that is completed.
    let completed = due.filter { $0.status == "completed" }.min { completion($0) < completion($1) }
    for request in requests {
      let isObligation = request.requestID == first?.requestID
      let standsFor = isObligation ? completed ?? request : request
      insert.bind(account).bind(request.requestID)
        .bind(request.isDue ? first?.requestID ?? request.requestID : request.requestID)
        .bind(isObligation).bind(request.requestedAt).bind(standsFor.status).bind(request.isDue)
        // Another request, completed at an unknown time, was completed no earlier than it was made.
        .bind(standsFor.completedAt ?? (standsFor.requestID == request.requestID ? nil : standsFor.requestedAt))
        .bind(request.regulation).bind(request.deadline).bind(apple)
        .bind(isObligation ? isManual : request.isManual).bind(request.ref)
      try insert.run()
    }
  }

  private func completion(_ request: Request) -> (Int64) { request.completedAt ?? request.requestedAt }

  private func merged(_ states: [State]) -> [Request] {
    var requests: [String: Request] = [:]
    // A status alone is no request: one that was asked for at no known time is not judged.
    for state in states {
      guard let requestedAt = state.requestedAt else { continue }
      var request =
        requests[state.requestID] ?? Request(requestID: state.requestID, requestedAt: requestedAt, ref: state.ref)
      request.requestedAt = min(request.requestedAt, requestedAt)
      requests[state.requestID] = request
    }
    for state in states {
      guard var request = requests[state.requestID] else { continue }
      if let status = state.status { request.statuses.insert(status) }
      if let at = state.completedAt { request.completedAt = min(request.completedAt ?? at, at) }
      if let regulation = state.regulation { request.regulation = min(request.regulation ?? regulation, regulation) }
      if let apple = state.apple { request.apple = (request.apple ?? false) || apple }
      request.isManual = request.isManual || state.isManual
      requests[state.requestID] = request
    }
    return requests.keys.sorted().compactMap { requests[$0] }
  }
}

/// Whether a person had Apple, by the current export, the history, or a notification.
private struct AppleByEvidence {
  private let notification: SelectStatement
  private let account: SelectStatement

  init(_ database: Connection) throws {
    notification = try SelectStatement(
      database,
      """
      SELECT 1 FROM evidence.evidence_account e JOIN evidence.notification_data n ON n.ref = e.ref WHERE e.account = ?
      """)
    account = try SelectStatement(
      database,
      """
      SELECT ever_apple OR relay_address IS NOT NULL, ever_shown_without_apple
      FROM accounts.account_row WHERE account = ? AND known
      """)
  }

  func known(of number: Int64) throws -> String {
    notification.start(number)
    if try notification.next() { return "yes" }
    account.start(number)
    guard try account.next() else { return "unknown" }
    return account.flag(0) ? "yes" : account.flag(1) ? "no" : "unknown"
  }
}
