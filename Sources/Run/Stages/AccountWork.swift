import Evidence
import Storage

/// Stage 3: what needs the accounts alone. A worker does it while the caller resolves links, consents and requests.
struct AccountWork {
  struct Outcome: Sendable {
    var products: AccountProducts.Result
    var judged: Judging.OfAccounts
  }

  private let store: Connection.Handover
  private let work: Background<Outcome>

  /// - Parameter worker: owns the store until the work has ended; nil to do the work before this returns.
  init(_ products: AccountProducts, _ judging: Judging, store connection: Connection, on worker: Worker?) {
    let store = connection.handOver()
    work = Background(on: worker) {
      store.take()
      defer { store.release() }
      return Outcome(products: try products.make(), judged: try judging.judgeAccounts())
    }
    self.store = store
  }

  /// Waits for the rules that ask for accounts alone. Either judging thread may call this.
  ///
  /// - Throws: what the work threw.
  var judged: @Sendable () throws -> Judging.OfAccounts {
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
    store.take()
  }
}
