#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock on an open file, which ends with the process however that ends (flock(2)).
enum FileLock {
  enum Outcome {
    case taken
    case held
    /// The file system has no locks.
    case unknown
  }

  static func take(_ descriptor: Int32) -> Outcome {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      return errno == EWOULDBLOCK ? .held : .unknown
    }
    return .taken
  }

  static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }
}

extension OpenFolder {
  /// Runs `body` while no other process does so with this folder. Whoever holds it for more than ten seconds is not
  /// waited for any longer: anybody who may look into a shared folder could hold it.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    var isTaken = false
    for _ in 0..<1000 {
      let outcome = FileLock.take(descriptor)
      isTaken = outcome == .taken
      if outcome != .held { break }
      usleep(10_000)
    }
    defer { if isTaken { FileLock.release(descriptor) } }
    return try body()
  }
}
