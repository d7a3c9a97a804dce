#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that nobody waits for, and that nothing is lost without.
enum DetachedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts nothing where the system gives no thread.
  ///
  /// # Safety
  /// `context` is retained once, for the thread, which releases it; here, where there is no thread.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if code == 0 { pthread_detach(thread) } else { context.release() }
  }

  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
