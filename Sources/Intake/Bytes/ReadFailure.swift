#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file's bytes could not be had. The reason is a sentence; it carries no path.
struct ReadFailure: Error, Hashable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// What the system said, with what it says in words.
  init(_ action: String, errno code: Int32) {
    let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    self.init("\(action): \(text)")
  }
}
