package import Evidence
package import Timestamps

/// One file to read, before it is opened.
package struct SourceFile: Hashable, Sendable {
  /// The path as the user gave it, or below the folder that the user gave; `-` is standard input.
  package var path: String
  /// The same path for the system, ending in NUL: names of files need not be UTF-8.
  package var systemPath: [CChar]
  /// The modification time, or what the user says.
  package var capturedAt: Timestamp
  /// False for standard input, pipes and other streams, which can be read once only.
  package var isRegular: Bool
  package var settings: SourceSettings

  package init(
    path: String, systemPath: [CChar]? = nil, capturedAt: Timestamp, isRegular: Bool = true,
    settings: SourceSettings = SourceSettings()
  ) {
    self.path = path
    self.systemPath = systemPath ?? path.utf8CString.map { $0 }
    self.capturedAt = capturedAt
    self.isRegular = isRegular
    self.settings = settings
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

  package init(
    kind: EvidenceKind? = nil, capturedAt: Timestamp? = nil, columns: [String: String] = [:],
    constants: [String: String] = [:], timeUnit: TimeUnit? = nil
  ) {
    self.kind = kind
    self.capturedAt = capturedAt
    self.columns = columns
    self.constants = constants
    self.timeUnit = timeUnit
  }
}

/// How a source writes its times.
package enum TimeUnit: String, CaseIterable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case nanoseconds = "ns"
  case rfc3339
}
