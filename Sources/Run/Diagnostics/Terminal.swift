#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal that a stream goes to.
enum Terminal {
  /// Whether it can erase what it shows, and has colours.
  static func isCapable(_ descriptor: Int32) -> Bool {
    let name = variable("TERM")
    return isatty(descriptor) == 1 && !name.isEmpty && name != "dumb"
  }

  /// Of the environment; empty where it is not set.
  static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// Whether the program may write to standard error's now, and is not in the background of a shell.
  static var isOurs: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group == -1 || group == getpgrp()
  }

  /// Columns of standard error's, asked for each time since the window may change.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// Of a line on standard output, by the codes of ECMA-48.
package enum Colour: Int, Sendable {
  case red = 31
  case green, yellow

  /// Only on a terminal, and not where `NO_COLOR` is set to anything (https://no-color.org).
  static var isWanted: Bool { Terminal.isCapable(STDOUT_FILENO) && Terminal.variable("NO_COLOR").isEmpty }

  func painted(_ text: String) -> String { "\u{1B}[1;\(rawValue)m\(text)\u{1B}[0m" }
}
