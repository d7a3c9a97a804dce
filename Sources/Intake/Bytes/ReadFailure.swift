import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file could not be read. The reason is a sentence without the path.
struct ReadFailure: Error, Hashable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// A failed system call, with the system's message.
  init(_ action: String, errno code: Int32) {
    let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    self.init("\(action): \(text)")
  }

  /// - Throws: when the command is to stop.
  static func checkStopping() throws(ReadFailure) {
    if Interruption.isStopping { throw ReadFailure("the command was stopped") }
  }
}
