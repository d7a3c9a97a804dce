package import Timestamps

/// When a source was captured, and what says so.
package struct Capture: Hashable, Sendable {
  /// What may say when a source was captured: the first of these that does counts.
  package enum Origin: String, CaseIterable, Sendable {
    /// Its entry among the configuration's `inputs`.
    case configuration
    /// `--captured-at`.
    case flag
    /// A date in the name of the file, or of a folder that it is in.
    case name
    /// The modification time; of a stream, which has none, the time of the audit.
    case fileTime = "file-time"
  }

  package var time: Timestamp
  package var origin: Origin

  package init(_ time: Timestamp, from origin: Origin) {
    self.time = time
    self.origin = origin
  }
}
