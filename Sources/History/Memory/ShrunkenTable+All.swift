import Evidence
import Timestamps

extension ShrunkenTable {
  /// Tables of statements that show fewer rows than before although they reach as far back, or none: rows may be gone
  /// from them.
  static func all(
    _ known: [KnownSource], _ sources: [ReadSource], _ series: FileSeries
  ) -> [ShrunkenTable] {
    sources.compactMap { table in
      guard [.consents, .deletions].contains(table.kind), table.isWhole, !table.endsWhatItLacks else { return nil }
      let earlier = known.filter { $0.isContinued(by: table, in: series) }
      // Rows that come back after a night without any are compared with the earlier ones.
      guard let before = table.records == 0 ? earlier.last : earlier.last(where: { $0.records > 0 }),
        table.records < before.records
      else { return nil }
      if table.records == 0 {
        guard !isWindow(before, among: earlier) else { return nil }
      } else {
        guard let first = table.firstTime, let firstBefore = before.firstAt, first.milliseconds <= firstBefore else {
          return nil
        }
      }
      return ShrunkenTable(path: table.path, records: table.records, recordsBefore: before.records)
    }
  }

  /// Whether a file shows only rows from after the capture of the file before it. Then a quiet day has none.
  private static func isWindow(_ file: KnownSource, among known: [KnownSource]) -> Bool {
    guard let first = file.firstAt,
      let before = known.last(where: { $0.source.run < file.source.run && $0.records > 0 })
    else { return false }
    return first > before.source.capturedAt.milliseconds
  }
}
