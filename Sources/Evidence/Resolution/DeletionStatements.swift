import Storage

/// What one record says of a deletion request.
struct DeletionStatement {
  var ref: Int64
  var requestID: String
  /// Milliseconds, as all times here.
  var requestedAt: Int64?
  var status: DeletionStatus?
  /// Nil in a status that does not say that it was completed.
  var completedAt: Int64?
  var regulation: String?
  var apple: Bool?
  var isManual: Bool
  /// When its source was captured.
  var capturedAt: Int64
  /// The statement's own time. A status without one follows the request that it names.
  private let time: Int64

  /// Columns from 1, in the order of the table; then the capture.
  init(_ row: SelectStatement) {
    ref = row.integer(1)
    requestID = row.text(2)
    requestedAt = row.optionalInteger(3)
    status = row.optionalText(4).flatMap(DeletionStatus.init)
    let statedAt = row.optionalInteger(5)
    completedAt = status == nil || status == .completed ? statedAt : nil
    time = statedAt ?? requestedAt ?? .max
    regulation = row.optionalText(6)
    apple = row.optionalInteger(7).map { $0 != 0 }
    isManual = row.flag(8)
    capturedAt = row.integer(9)
  }

  /// The newest capture's statement is the last; within a capture, time decides, then order.
  func precedes(_ other: DeletionStatement) -> Bool {
    (capturedAt, time, ref) < (other.capturedAt, other.time, other.ref)
  }
}

/// A deletion request after all statements about it. The last one counts (docs/contract.md, section 4); what it omits
/// stays as stated before.
struct DeletionRequest {
  let requestID: String
  /// From when on it is due: its first `requested_at`, or its reopening.
  private(set) var requestedAt: Int64
  private(set) var status: DeletionStatus?
  private(set) var completedAt: Int64?
  private(set) var regulation: String?
  private(set) var apple: Bool?
  private(set) var isManual = false
  private(set) var ref: Int64
  /// The statement that cancelled, denied or completed it; nil while it is open.
  private var closing: DeletionStatement?

  /// - Parameter statements: of one request, in order. Nil where none says when it was made: a status alone is no
  ///   request.
  init?(_ statements: [DeletionStatement]) {
    let dated = statements.filter { $0.requestedAt != nil }
    guard
      let first = dated.min(by: { ($0.requestedAt ?? 0, $0.ref) < ($1.requestedAt ?? 0, $1.ref) }),
      let requestedAt = first.requestedAt
    else { return nil }
    requestID = first.requestID
    self.requestedAt = requestedAt
    ref = first.ref
    for statement in statements { add(statement) }
  }

  private mutating func add(_ statement: DeletionStatement) {
    switch statement.status {
    case .cancelled, .denied: closing = statement
    case .completed:
      // A closed request that is completed had been reopened.
      if let closing, closing.status != .completed { reopen(after: closing, by: statement) }
      closing = statement
    case .pending, .inProgress:
      if let closing { reopen(after: closing, by: statement) }
    case nil:
      // A statement without a status changes nothing, unless the person has asked once more.
      if let closing, closing.status != .completed, isAsked(after: closing, by: statement) {
        reopen(after: closing, by: statement)
        status = nil
      }
    }
    status = statement.status ?? status
    completedAt = statement.completedAt ?? completedAt
    regulation = statement.regulation ?? regulation
    // What one statement says about Apple holds for all of them.
    if let apple = statement.apple { self.apple = (self.apple ?? false) || apple }
    isManual = isManual || statement.isManual
  }

  private func isAsked(after closing: DeletionStatement, by statement: DeletionStatement) -> Bool {
    let end = closing.requestedAt ?? requestedAt
    return statement.requestedAt.map { $0 > (closing.status == .completed ? closing.completedAt ?? end : end) } ?? false
  }

  /// The reopening has a time of its own, or happened after the capture that last showed the request closed. A
  /// completed request that is open again, though nobody asked again, was never carried out, so its deadline stands.
  private mutating func reopen(after closing: DeletionStatement, by statement: DeletionStatement) {
    self.closing = nil
    completedAt = nil
    if isAsked(after: closing, by: statement) {
      requestedAt = statement.requestedAt ?? requestedAt
      ref = statement.ref
    } else if closing.status != .completed, statement.capturedAt > closing.capturedAt {
      requestedAt = max(requestedAt, min(closing.capturedAt, statement.completedAt ?? .max))
    }
  }

  var isDue: Bool { status != .cancelled && status != .denied }

  /// When it was completed, no earlier than it was made; nil while it is not, or where nothing says when.
  var knownCompletion: Int64? { status == .completed ? completedAt.map { max($0, requestedAt) } : nil }

  /// The same, and at an unknown time the earliest at which it can have been completed.
  var completion: Int64? { status == .completed ? knownCompletion ?? requestedAt : nil }
}
