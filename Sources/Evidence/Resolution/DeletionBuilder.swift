import Storage
import Timestamps

/// Joins the states of each deletion request, and the requests of one account into one obligation.
struct DeletionBuilder {
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
        SELECT e.account, d.ref, d.request_id, d.requested_at, d.status, d.completed_at, d.regulation, d.apple, d.manual,
          s.captured_at
        FROM evidence.evidence_account e CROSS JOIN evidence.deletion_data d ON d.ref = e.ref
          LEFT JOIN evidence.capture_fact s ON s.source = d.ref >> \(Place.shiftOfSource)
        ORDER BY e.account
        """))
    while let (account, statements) = try states.next(DeletionStatement.init) {
      try write(requests(statements), of: account, known: apple.known(of: account), insert)
    }
  }

  /// - Parameter known: whether the person had Apple, by evidence other than the requests.
  private func write(_ requests: [DeletionRequest], of account: Int64, known: String, _ insert: WriteStatement) throws {
    let due = requests.filter(\.isDue)
    let first = due.min { ($0.requestedAt, $0.requestID) < ($1.requestedAt, $1.requestID) }
    // What one request of the person says holds for all of them.
    let said = requests.compactMap(\.apple)
    let apple = known == "yes" || said.contains(true) ? "yes" : known == "no" || said.contains(false) ? "no" : "unknown"
    let isManual = due.contains(where: \.isManual)
    // The obligation ends with the first request that is completed.
    let completed = due.filter { $0.status == .completed }.min { completion($0) < completion($1) }
    for request in requests {
      let isObligation = request.requestID == first?.requestID
      let standsFor = isObligation ? completed ?? request : request
      insert.bind(account).bind(request.requestID)
        .bind(request.isDue ? first?.requestID ?? request.requestID : request.requestID)
        .bind(isObligation).bind(request.requestedAt).bind(standsFor.status?.rawValue).bind(request.isDue)
        // Another request, completed at an unknown time, was completed no earlier than it was made.
        .bind(standsFor.completedAt ?? (standsFor.requestID == request.requestID ? nil : standsFor.requestedAt))
        .bind(request.regulation).bind(request.deadline).bind(apple)
        .bind(isObligation ? isManual : request.isManual).bind(request.ref)
      try insert.run()
    }
  }

  private func completion(_ request: DeletionRequest) -> (Int64) { request.completedAt ?? request.requestedAt }

  /// In order of id.
  private func requests(_ statements: [DeletionStatement]) -> [DeletionRequest] {
    let byID = Dictionary(grouping: statements, by: \.requestID)
    return byID.keys.sorted().compactMap { id in
      byID[id].flatMap { DeletionRequest($0.sorted { $0.precedes($1) }) }
    }
  }
}

extension DeletionRequest {
  /// By when the law wants it done. GDPR, Article 12(3): one month, by the calendar. CCPA, 11 CCR § 7021(b): 45 calendar
  /// days. Milliseconds.
  fileprivate var deadline: Int64? {
    let time = Timestamp(milliseconds: requestedAt)
    return switch regulation {
    case "gdpr": time.oneMonthLater.milliseconds
    case "ccpa": (time + .days(45)).milliseconds
    default: nil
    }
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
      FROM accounts.account_row WHERE account = ? AND ever_apple IS NOT NULL
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
