import Evidence
import Reporting
import Storage

/// The public views of a run as NDJSON, one file a view: what rules judge, for tools of one's own.
enum ViewFiles {
  private static let chunk = 1 << 16

  /// - Parameter folder: the rows are in the clear, so it is for its owner only.
  /// - Throws: `CannotWrite`, `StorageError`.
  static func write(of database: Connection, to folder: ReportFolder) throws {
    for view in PublicView.all {
      let rows = try SelectStatement(database, sql(view))
      try folder.write("\(view.name).ndjson") { output in
        var bytes: [UInt8] = []
        while try rows.next() {
          bytes += rows.text(0).utf8
          bytes.append(UInt8(ascii: "\n"))
          guard bytes.count >= chunk else { continue }
          try output(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
        try output(bytes)
      }
    }
  }

  /// In the order of all columns, so that two runs over the same evidence write the same bytes.
  private static func sql(_ view: PublicView) -> String {
    let names = view.columns.map(\.name)
    return """
      SELECT json_object(\(names.map { "'\($0)', \($0)" }.joined(separator: ", "))) FROM \(view.name)
      ORDER BY \(names.joined(separator: ", "))
      """
  }
}
