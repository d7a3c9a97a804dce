package import Evidence
package import Timestamps

/// One file to read, before it is opened.
package struct SourceFile: Hashable, Sendable {
  /// The path as the user gave it, or below the folder that the user gave; `-` is standard input.
  package var path: String
  /// The same path for the system, ending in NUL: names of files need not be UTF-8.
  package var systemPath: [CChar]
  /// What says when it was captured.
  package private(set) var capture: Capture
  /// What says it where records of the file lie beyond `capture`, which then cannot be true.
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
  ///   - named: when names say that it was captured, the nearest first.
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

  /// Whether the time of capture is one that a record of the file may refute.
  var isNamed: Bool { capture.origin == .name }

  /// Passes over names that say an earlier time than a record of the file.
  mutating func refuteNames(before time: Timestamp) {
    while isNamed, capture.time < time, !furtherCaptures.isEmpty { capture = furtherCaptures.removeFirst() }
  }
}

/// What the user says about a source, in place of what intake would detect.
package struct SourceSettings: Hashable, Sendable {
  package var kind: EvidenceKind?
  package var capturedAt: Timestamp?
  /// Our names of columns to theirs.
  package var columns: [String: String]
  /// Columns, by our names, that have one value in the whole source.
  package var constants: [String: String]
  package var timeUnit: TimeUnit?
  /// Nil where what was read stays true when a later file no longer shows it.
  package var mode: SourceMode?
  package var record = RecordMapping()

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

/// What a file says of records that it does not show.
package enum SourceMode: String, CaseIterable, Sendable {
  /// They count no longer: the newest file is all that is true.
  case snapshot
}

/// How a source writes its times.
package enum TimeUnit: String, CaseIterable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"
  case rfc3339
}
