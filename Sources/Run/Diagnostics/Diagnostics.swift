import Foundation
package import Logging
import Reporting

/// Messages about the work, on standard error. Standard output is for results.
package struct Diagnostics: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  package let logger: Logger
  private let showsProgress: Bool
  private var hidesContacts = false

  /// - Parameters:
  ///   - isQuiet: only errors are written.
  ///   - isVerbose: details such as the duration of each pass are written as well.
  package init(format: Format, isQuiet: Bool, isVerbose: Bool) {
    var logger = Logger(label: Program.name) { _ in StandardErrorHandler(format: format) }
    logger.logLevel = isQuiet ? .error : isVerbose ? .debug : .notice
    self.logger = logger
    // Progress overwrites its own line, which only a terminal can do.
    showsProgress = !isQuiet && format == .text && isatty(STDERR_FILENO) == 1
  }

  /// The same, with addresses and phone numbers masked, which may be in names of files.
  ///
  /// - Parameter mode: of the reports. The key of hashed values is the store's, which a message does not wait for.
  func hidingContacts(_ mode: PersonalData.Mode) -> Diagnostics {
    var diagnostics = self
    diagnostics.hidesContacts = mode != .full
    return diagnostics
  }

  private func shown(_ text: String) -> String {
    hidesContacts ? PersonalData(mode: .masked, key: Data()).text(text) : text
  }

  /// Shows the current step on one line of the terminal; nil clears the line.
  func progress(_ text: String?) {
    guard showsProgress else { return }
    // Carriage return, and erase to the end of the line (ECMA-48).
    FileHandle.standardError.write(Data("\r\u{1B}[K\(shown(text ?? ""))".utf8))
  }

  package func error(_ text: String) { logger.error("\(shown(text))") }
  package func warning(_ text: String) { logger.warning("\(shown(text))") }
  package func notice(_ text: String) { logger.notice("\(shown(text))") }
  package func detail(_ text: String) { logger.debug("\(shown(text))") }
}

/// Writes one line per message: plain text, or a JSON object with `level` and `message`.
private struct StandardErrorHandler: LogHandler {
  let format: Diagnostics.Format
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    FileHandle.standardError.write(Data((line(event) + "\n").utf8))
  }

  private func line(_ event: LogEvent) -> String {
    let level = event.level == .notice || event.level == .debug ? "" : "\(event.level): "
    let text = "\(Program.name): \(level)\(event.message)"
    guard format == .json else { return text }
    let fields = ["level": "\(event.level)", "message": "\(event.message)"]
    let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    // A message in the wrong format is better than none.
    return data.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}
