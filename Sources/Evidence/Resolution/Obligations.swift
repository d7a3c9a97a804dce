/// Due requests of one account that ask for the same: one is due, from the first one's time (docs/contract.md, section
/// 6.2). All times are in milliseconds.
struct Obligation {
  /// In order of time; never empty.
  private(set) var requests: [DeletionRequest]
  /// When the obligation stops covering what happens on the account: at the next obligation's request, or at the
  /// creation of another account under the same uid.
  private(set) var until: Int64?
  /// The first of the requests to be completed: by the times that are known, where there are any.
  private(set) var completed: DeletionRequest?
  /// The earliest time at which one of them can have been completed.
  private var ended: Int64?

  var first: DeletionRequest { requests[0] }

  /// - Parameter requests: of one account.
  static func all(of requests: [DeletionRequest], _ life: AccountLife) -> [Obligation] {
    let due = requests.filter(\.isDue).sorted { ($0.requestedAt, $0.requestID) < ($1.requestedAt, $1.requestID) }
    var obligations: [Obligation] = []
    for request in due {
      // Appended in place: one person may have made thousands of requests, and each copy would be longer.
      if let last = obligations.indices.last, !obligations[last].hasEnded(before: request.requestedAt, life) {
        obligations[last].add(request)
      } else {
        obligations.append(Obligation(request))
      }
    }
    for index in obligations.indices {
      let next = obligations.indices.contains(index + 1) ? obligations[index + 1].first.requestedAt : nil
      let anew = life.createdAt.flatMap { $0 > obligations[index].first.requestedAt ? $0 : nil }
      obligations[index].until = [next, anew].compactMap { $0 }.min()
    }
    return obligations
  }

  private init(_ request: DeletionRequest) {
    requests = []
    add(request)
  }

  private mutating func add(_ request: DeletionRequest) {
    requests.append(request)
    if let completion = request.completion, ended.map({ completion < $0 }) ?? true { ended = completion }
    // Of several that were completed at one time, the first.
    if let known = request.knownCompletion {
      if completed?.knownCompletion.map({ known < $0 }) ?? true { completed = request }
    } else if request.completion != nil, completed == nil {
      completed = request
    }
  }

  /// Whether a request of that time begins another obligation: this one was met by then, or the account was another.
  private func hasEnded(before time: Int64, _ life: AccountLife) -> Bool {
    if let ended, ended < time { return true }
    if let createdAt = life.createdAt, createdAt > first.requestedAt, createdAt <= time { return true }
    if let goneAt = life.goneAt, goneAt >= first.requestedAt, goneAt < time { return true }
    return life.removals.contains { $0 >= first.requestedAt - life.clockSkew && $0 < time - life.clockSkew }
  }
}

/// When an account existed, as far as known, in milliseconds.
struct AccountLife {
  var createdAt: Int64?
  /// When a complete export first lacked it, if none has shown it since.
  var goneAt: Int64?
  /// When it was deleted, by the logs.
  var removals: [Int64] = []
  var clockSkew: Int64 = 0
}
