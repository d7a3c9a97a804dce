import Evidence
import Timestamps

/// A source that an earlier run read, as the store has it.
struct KnownSource {
  var id: Int64
  var series: String
  var sha256: String
  var mapping: String
  /// The earliest of its records' times, in milliseconds.
  var firstAt: Int64?
  /// The latest of them. Runs older than the column noted none.
  var lastAt: Int64?
  /// Its records are not remembered.
  var isUndecided: Bool
  var source: RememberedSource

  var records: Int { source.records }

  var file: FileSeries.File { FileSeries.File(kind: source.kind, series: series, run: source.run) }

  /// Whether a table of this run is a newer version of it.
  func isContinued(by table: ReadSource, in series: FileSeries) -> Bool {
    source.capturedAt <= table.capturedAt && series.isContinued(file, by: table.file)
  }

  func remembered(as ordinal: SourceOrdinal) -> RememberedSource {
    var source = source
    source.ordinal = ordinal
    return source
  }
}

extension ReadSource {
  /// Of this run, which is later than all earlier ones.
  var file: FileSeries.File { FileSeries.File(kind: kind, series: series, run: .max) }
}
