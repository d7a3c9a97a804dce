package import Timestamps

/// When a source was captured, and where that time comes from.
package struct Capture: Hashable, Codable, Sendable {
  /// The sources of a time of capture; the first one that is there counts.
  package enum Origin: String, CaseIterable, Codable, Sendable {
    /// Its entry among the configuration's `inputs`.
    case configuration
    /// `--captured-at`.
    case flag
    /// A date in the name of the file, or of a folder that it is in.
    case name
    /// The modification time; for a stream, which has none, the time of the audit.
    case fileTime = "file-time"
  }

  package var time: Timestamp
  package var origin: Origin

  package init(_ time: Timestamp, from origin: Origin) {
    self.time = time
    self.origin = origin
  }
}
