import Foundation

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
  /// Keeps a file that is opened later from taking the number of a stream that was closed, and a reader that goes away
  /// or a file that reaches the limit on sizes (`ulimit -f`) from ending the program: writing then fails, and says why.
  /// To be called before anything is opened.
  package static func prepare() {
    // In this order, `open` takes the number that is missing. A stream opened the wrong way round fails when it is used,
    // as the closed one would.
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Writes all of it.
  ///
  /// - Returns: 0, or the number of the error that kept the rest from being written.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    write(Array(text.utf8), to: descriptor)
  }

  /// # Safety
  /// The kernel reads at most `count - written` bytes after `base + written`, which are the array's.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var written = 0
      while written < buffer.count {
        let count = Foundation.write(descriptor, base + written, buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno == EAGAIN {
          // Whoever started the program shares a stream with it that does not wait.
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&ready, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }
}

/// Messages, as far as anybody can read them. A full disk or a closed terminal ends no audit.
package enum StandardError {
  /// - Parameter text: with what ends its lines, and with escapes for what comes from elsewhere.
  package static func write(_ text: String) { _ = StandardStreams.write(text, to: STDERR_FILENO) }
}

/// What a command was asked for.
///
/// Every function throws `UserError` where not all of it can be written. A reader that has read enough, such as `head`,
/// is no error.
package enum StandardOutput {
  /// Lines for people.
  ///
  /// - Parameters:
  ///   - lines: may hold texts from elsewhere: `VisibleText` makes one line of each.
  ///   - colour: of the first line.
  package static func write(lines: [String], first colour: Colour? = nil) throws(UserError) {
    var lines = lines.map(VisibleText.line)
    if let colour, Colour.isWanted, !lines.isEmpty { lines[0] = colour.painted(lines[0]) }
    try write(bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// - Parameter json: without the end of its last line.
  package static func write(json: String) throws(UserError) {
    try write(bytes: Array((VisibleText.json(json) + "\n").utf8))
  }

  /// Text of the program's own, as it is.
  package static func write(page: String) throws(UserError) { try write(bytes: Array(page.utf8)) }

  /// A table for other programs, with the same escapes: whoever reads the file it is kept in may be at a terminal.
  package static func write(csv bytes: [UInt8]) throws(UserError) {
    let rows = String(decoding: bytes, as: UTF8.self).split(
      separator: "\r\n" as Character, omittingEmptySubsequences: false)
    try write(bytes: Array(rows.map { VisibleText.line(String($0)) }.joined(separator: "\r\n").utf8))
  }

  private static func write(bytes: [UInt8]) throws(UserError) {
    let code = StandardStreams.write(bytes, to: STDOUT_FILENO)
    guard code != 0, code != EPIPE else { return }
    throw UserError(.cannotWrite, "standard output cannot be written: \(String(cString: strerror(code)))")
  }
}
