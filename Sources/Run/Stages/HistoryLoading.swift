import Evidence
import Storage

/// Loads the accounts of earlier runs while evidence other than accounts is read.
///
/// # Safety
/// The session goes to the loader's thread, which calls `loadHistory` and nothing else; that touches the session's
/// history and the store, which the caller does not use before `finish`.
struct HistoryLoading {
  private let store: Connection.Handover
  private let loading: Background<Void>

  init(of session: EvidenceSession, from connection: Connection, on worker: Worker?) {
    let store = connection.handOver()
    nonisolated(unsafe) let session = session
    loading = Background(on: worker) {
      store.take()
      defer { store.release() }
      try session.loadHistory()
    }
    self.store = store
  }

  /// Waits for the end of loading, and makes the caller the store's owner again. May be called any number of times.
  ///
  /// - Throws: what loading threw.
  func finish() throws {
    defer { store.take() }
    try loading.value()
  }

  /// As `finish`, on the way out: what has not ended by then is not needed any more. May be called after `finish`.
  func abandon() {
    loading.abandon()
    store.take()
  }
}
