import Evidence
import Storage

/// Stage 3: what needs the accounts alone. The worker and the helpers do it while the caller resolves links, consents
/// and requests.
struct AccountWork {
  struct Outcome: Sendable {
    var products: AccountProducts.Result
    var judged: Judging.AccountRuleResults
  }

  private let store: Connection.Handover
  private let work: Background<Outcome>
  /// What the helpers judge meanwhile.
  let judgedByHelpers: [Background<Judging.AccountRuleResults>]

  /// - Parameter threads: its worker owns the store until the work has ended; without one, all is done before this
  ///   returns.
  init(_ products: AccountProducts, _ judging: Judging, store connection: Connection, on threads: Threads) {
    judgedByHelpers = threads.helpers.map { Background(on: $0) { try judging.judgeAccounts() } }
    let store = connection.handOver()
    work = Background(on: threads.worker) {
      store.take()
      defer { store.release() }
      return Outcome(products: try products.make(), judged: try judging.judgeAccounts())
    }
    self.store = store
  }

  /// Waits for the rules that ask for accounts alone. Any judging thread may call this.
  ///
  /// - Throws: what the work threw.
  var judged: @Sendable () throws -> Judging.AccountRuleResults {
    { [work] in try work.value().judged }
  }

  /// Waits for the end of the work, and makes the caller the store's owner again.
  ///
  /// - Throws: what the work threw.
  func finish() throws -> AccountProducts.Result {
    defer { store.take() }
    return try work.value().products
  }

  /// As `finish`, on the way out: what has not ended by then is not needed any more. May be called after `finish`.
  func abandon() {
    work.abandon()
    for judged in judgedByHelpers { judged.abandon() }
    store.take()
  }
}
