import Foundation
package import Logging

/// Everything that the program says while it works goes to standard error, through here.
package struct Diagnostics: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  package let logger: Logger
  /// Progress is for somebody who watches a terminal, and for no log.
  private let showsProgress: Bool

  /// - Parameters:
  ///   - isQuiet: only errors are said.
  ///   - isVerbose: what each pass took is said as well.
  package init(format: Format, isQuiet: Bool, isVerbose: Bool) {
    var logger = Logger(label: "relay-audit") { _ in StandardErrorHandler(format: format) }
    logger.logLevel = isQuiet ? .error : isVerbose ? .debug : .notice
    self.logger = logger
    showsProgress = !isQuiet && format == .text && isatty(STDERR_FILENO) == 1
  }

  /// Shows on one line what is being done; nil clears it.
  func progress(_ text: String?) {
    guard showsProgress else { return }
    // Carriage return, and erase to the end of the line (ECMA-48).
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text ?? "")".utf8))
  }

  package func error(_ text: String) { logger.error("\(text)") }
  package func warning(_ text: String) { logger.warning("\(text)") }
  package func notice(_ text: String) { logger.notice("\(text)") }
  package func detail(_ text: String) { logger.debug("\(text)") }
}

private struct StandardErrorHandler: LogHandler {
  let format: Diagnostics.Format
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level = event.level == .notice || event.level == .debug ? "" : "\(event.level): "
    let line: String
    switch format {
    case .text: line = "relay-audit: \(level)\(event.message)"
    case .json:
      let fields = ["level": "\(event.level)", "message": "\(event.message)"]
      let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
      line = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
