import Storage
import Timestamps

/// Joins the states of each deletion request, and the requests of one account into obligations.
struct DeletionBuilder {
  private let session: EvidenceSession
  private var database: Connection { session.database }

  init(session: EvidenceSession) {
    self.session = session
  }

  func build() throws {
    let insert = try DeletionKind.rows.insert(in: database)
    let known = try AccountByEvidence(
      database, shownWithoutApple: session.personsShownWithoutApple, clockSkew: session.settings.clockSkew)
    // Whether a request of an undecided source was cancelled or denied is unknown: it is one to be judged.
    let status = """
      CASE WHEN d.status NOT IN ('cancelled', 'denied')
        OR d.ref >> \(Place.shiftOfSource) NOT IN (\(UndecidedPersons.sources)) THEN d.status END
      """
    var states = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT e.account, d.ref, d.request_id, d.requested_at, \(status), d.completed_at, d.regulation, d.apple,
          d.manual, s.captured_at
        FROM evidence.evidence_account e CROSS JOIN evidence.deletion_data d ON d.ref = e.ref
          LEFT JOIN evidence.capture_fact s ON s.source = d.ref >> \(Place.shiftOfSource)
        ORDER BY e.account
        """))
    while let (account, statements) = try states.next(DeletionStatement.init) {
      try write(
        requests(statements), of: account, apple: known.apple(of: account), known.life(of: account), insert)
    }
  }

  /// - Parameter apple: whether the person had Apple, by evidence other than the requests.
  private func write(
    _ requests: [DeletionRequest], of account: Int64, apple known: String, _ life: AccountLife, _ insert: WriteStatement
  ) throws {
    // What one request says about Apple holds for all of the person's requests.
    let said = requests.compactMap(\.apple)
    let apple = known == "yes" || said.contains(true) ? "yes" : known == "no" || said.contains(false) ? "no" : "unknown"
    func write(_ request: DeletionRequest, in obligation: Obligation?) throws {
      let isObligation = request.requestID == obligation?.first.requestID
      // The obligation ends with the first request that is completed.
      let completed = obligation?.completed
      let standsFor = (isObligation || request.status != .completed ? completed : nil) ?? request
      insert.bind(account).bind(request.requestID).bind(obligation?.first.requestID ?? request.requestID)
        .bind(isObligation).bind(request.requestedAt).bind(standsFor.status?.rawValue).bind(request.isDue)
        // Another request was completed no earlier than it was made.
        .bind(standsFor.requestID == request.requestID ? standsFor.completedAt : standsFor.knownCompletion)
        .bind(standsFor.completion)
        .bind(request.regulation).bind(request.deadline).bind(apple)
        .bind(isObligation ? obligation?.requests.contains(where: \.isManual) == true : request.isManual)
        .bind(obligation?.until).bind(request.ref)
      try insert.run()
    }
    for request in requests where !request.isDue { try write(request, in: nil) }
    for obligation in Obligation.all(of: requests, life) {
      for request in obligation.requests { try write(request, in: obligation) }
    }
  }

  /// In order of id.
  private func requests(_ statements: [DeletionStatement]) -> [DeletionRequest] {
    let byID = Dictionary(grouping: statements, by: \.requestID)
    return byID.keys.sorted().compactMap { id in
      byID[id].flatMap { DeletionRequest($0.sorted { $0.precedes($1) }) }
    }
  }
}

extension DeletionRequest {
  /// The legal deadline. GDPR, Article 12(3): one month, by the calendar. CCPA, 11 CCR § 7021(b): 45
  /// calendar days. Milliseconds.
  fileprivate var deadline: Int64? {
    let time = Timestamp(milliseconds: requestedAt)
    return switch regulation {
    case "gdpr": time.later(byMonths: 1).milliseconds
    case "ccpa": (time + .days(45)).milliseconds
    default: nil
    }
  }
}

/// What evidence other than requests shows about accounts.
private struct AccountByEvidence {
  private let notification: SelectStatement
  private let account: SelectStatement
  private let times: SelectStatement
  private let removals: SelectStatement
  private let shownWithoutApple: Set<Int64>
  private let clockSkew: Int64

  init(_ database: Connection, shownWithoutApple: Set<Int64>, clockSkew: Int64) throws {
    self.shownWithoutApple = shownWithoutApple
    self.clockSkew = clockSkew
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
    times = try SelectStatement(
      database, "SELECT created_at, gone_at FROM accounts.account_row WHERE account = ?")
    removals = try SelectStatement(
      database,
      """
      SELECT d.deleted_at FROM evidence.evidence_account e
      JOIN \(AccountDeletionWriter.data.name) d ON d.ref = e.ref WHERE e.account = ?
      """)
  }

  /// Whether the person had Apple, by the current export, the history, or a notification: `yes`, `no` or `unknown`.
  func apple(of number: Int64) throws -> String {
    notification.start(number)
    if try notification.next() { return "yes" }
    account.start(number)
    guard try account.next() else { return shownWithoutApple.contains(number) ? "no" : "unknown" }
    return account.flag(0) ? "yes" : account.flag(1) ? "no" : "unknown"
  }

  func life(of number: Int64) throws -> AccountLife {
    var life = AccountLife(clockSkew: clockSkew)
    times.start(number)
    if try times.next() {
      life.createdAt = times.optionalInteger(0)
      life.goneAt = times.optionalInteger(1)
    }
    removals.start(number)
    while try removals.next() { life.removals.append(removals.integer(0)) }
    return life
  }
}
