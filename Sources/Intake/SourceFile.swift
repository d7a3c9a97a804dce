package import Evidence
package import Timestamps

/// One file to read, before it is opened.
package struct SourceFile: Hashable, Sendable {
  /// The path as the user gave it, or below the folder that the user gave; `-` is standard input.
  package var path: String
  /// The same path for the system, ending in NUL: names of files need not be UTF-8.
  package var systemPath: [CChar]
  /// The time of capture, and where it comes from.
  package private(set) var capture: Capture
  /// Fallbacks for `capture`, in order, for a file whose records are later than it.
  private var furtherCaptures: [Capture] = []
  /// False for standard input, pipes and other streams, which can be read once only.
  package var isRegular: Bool
  package var settings: SourceSettings

  package var capturedAt: Timestamp { capture.time }

  package init(
    path: String, systemPath: [CChar]? = nil, capturedAt: Timestamp, isRegular: Bool = true,
    settings: SourceSettings = SourceSettings()
  ) {
    self.path = path
    self.systemPath = systemPath ?? path.utf8CString.map { $0 }
    capture = Capture(capturedAt, from: .fileTime)
    self.isRegular = isRegular
    self.settings = settings
  }

  /// - Parameters:
  ///   - named: times of capture in the file's and its folders' names, the nearest first.
  ///   - fileTime: its modification time.
  init(
    path: RawPath, named: [Timestamp], fileTime: Timestamp, flag: Timestamp?, isRegular: Bool, settings: SourceSettings
  ) {
    self.init(
      path: path.display, systemPath: path.bytes, capturedAt: fileTime, isRegular: isRegular, settings: settings)
    if let configured = settings.capturedAt {
      capture = Capture(configured, from: .configuration)
    } else if let flag {
      capture = Capture(flag, from: .flag)
    } else if let nearest = named.first {
      capture = Capture(nearest, from: .name)
      furtherCaptures =
        named.dropFirst().map { Capture($0, from: .name) } + [Capture(fileTime, from: .fileTime)]
    }
  }

  /// Whether the time of capture comes from a name, which a later record of the file refutes.
  var isNamed: Bool { capture.origin == .name }

  /// Drops times of capture from names that are earlier than a record of the file.
  mutating func refuteNames(before time: Timestamp) {
    while isNamed, capture.time < time, !furtherCaptures.isEmpty { capture = furtherCaptures.removeFirst() }
  }
}

/// The user's settings for one source. They replace what intake would detect.
package struct SourceSettings: Hashable, Sendable {
  package var kind: EvidenceKind?
  package var capturedAt: Timestamp?
  /// By our name of a column, the name in the source.
  package var columns: [String: String]
  /// Columns, by our names, that have one value in the whole source.
  package var constants: [String: String]
  package var timeUnit: TimeUnit?
  /// Nil if records stay true when a later file no longer shows them.
  package var mode: SourceMode?
  package var record = RecordMapping()
  /// The path, as written, of the entry under `inputs` whose files are one snapshot; nil without `mode: snapshot`, so
  /// that an entry which says nothing has the settings of none.
  package var entry: String?

  package init(
    kind: EvidenceKind? = nil, capturedAt: Timestamp? = nil, columns: [String: String] = [:],
    constants: [String: String] = [:], timeUnit: TimeUnit? = nil, mode: SourceMode? = nil,
    record: RecordMapping = RecordMapping()
  ) {
    self.kind = kind
    self.capturedAt = capturedAt
    self.columns = columns
    self.constants = constants
    self.timeUnit = timeUnit
    self.mode = mode
    self.record = record
  }
}

/// What a file implies about records that it does not show.
package enum SourceMode: String, CaseIterable, Codable, Sendable {
  /// They no longer count: the newest file is complete.
  case snapshot
}

/// How a source writes its times.
package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"
  case rfc3339
}
