import Foundation
package import Intake
import Logging
import Reporting
import Synchronization

/// Messages about the work, on standard error. Standard output is for results.
package struct Diagnostics: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  private var logger: Logger
  private let isQuiet: Bool
  /// Nil where nobody could see it.
  private let line: ProgressLine?
  private let contacts = ShownContacts()

  /// - Parameters:
  ///   - isQuiet: only errors and warnings are written: evidence that was not read is never passed over in silence.
  ///     Hints are left out.
  ///   - isVerbose: details such as the duration of each pass are written as well.
  package init(format: Format, isQuiet: Bool, isVerbose: Bool) {
    let line = !isQuiet && format == .text && Terminal.isCapable(STDERR_FILENO) ? ProgressLine() : nil
    self.line = line
    self.isQuiet = isQuiet
    var logger = Logger(label: Program.name) { _ in StandardErrorHandler(format: format, line: line) }
    logger.logLevel = isQuiet ? .warning : isVerbose ? .debug : .notice
    self.logger = logger
  }

  /// Counts what is read of a source, for the line on the terminal; nil without one.
  package var meter: ReadingMeter? { line?.meter }

  /// Shows on one line of the terminal what is being done, until `body` ends.
  package func showingProgress<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let line else { return try body() }
    line.begin()
    defer { line.end() }
    return try body()
  }

  /// Says what is being done from now on. It costs next to nothing, and any thread may call it.
  func progress(_ activity: @autoclosure () -> Activity) { line?.show(activity().named(by: shown)) }

  /// Masks addresses and phone numbers in messages unless reports show them in full. All copies share the setting,
  /// because the error that ends a command is reported by a copy made before the settings were read. Until then they
  /// are masked.
  ///
  /// - Parameter mode: the reports'. Messages do not hash: the key is the store's, and they do not wait for it.
  func showContacts(asIn mode: PersonalData.Mode) { contacts.areShown.store(mode == .full, ordering: .relaxed) }

  /// The same without anything but errors, for a part of the work whose messages are said elsewhere.
  var quiet: Diagnostics {
    var diagnostics = self
    diagnostics.logger.logLevel = .error
    return diagnostics
  }

  private func shown(_ text: String) -> String {
    contacts.areShown.load(ordering: .relaxed) ? text : PersonalData.masking.text(text)
  }

  package func error(_ text: String) { logger.error("\(shown(text))") }
  package func warning(_ text: String) { logger.warning("\(shown(text))") }
  /// A warning of what may be amiss while no evidence is passed over, such as a key of the configuration that no record
  /// of the night needed. Many good nights have one.
  func hint(_ text: String) { if !isQuiet { warning(text) } }
  package func notice(_ text: String) { logger.notice("\(shown(text))") }
  package func detail(_ text: String) { logger.debug("\(shown(text))") }
}

/// Whether messages show addresses and phone numbers, for all copies of one `Diagnostics`.
private final class ShownContacts: Sendable {
  let areShown = Atomic<Bool>(false)
}

/// Writes one line per message: plain text, or a JSON object with `level` and `message`.
private struct StandardErrorHandler: LogHandler {
  let format: Diagnostics.Format
  let line: ProgressLine?
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = text(of: event) + "\n"
    if let line { line.interrupt { StandardError.write(text) } } else { StandardError.write(text) }
  }

  private func text(of event: LogEvent) -> String {
    let level = event.level == .notice || event.level == .debug ? "" : "\(event.level): "
    let text = VisibleText.line("\(Program.name): \(level)\(event.message)")
    guard format == .json else { return text }
    let fields = ["level": "\(event.level)", "message": "\(event.message)"]
    let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    // A message in the wrong format is better than none.
    return data.map { VisibleText.json(String(decoding: $0, as: UTF8.self)) } ?? text
  }
}
