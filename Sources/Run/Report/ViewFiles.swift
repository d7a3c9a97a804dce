import Evidence
import Reporting
import Storage

/// The public views of a run as NDJSON, one file a view: what rules judge, for tools of one's own.
enum ViewFiles {
  private static let chunk = 1 << 16

  /// - Throws: `UserError` for a folder of reports, which the views would replace; `CannotWrite`.
  static func folder(at path: String) throws -> ReportFolder {
    let folder = try ReportFolder(path: path)
    if let report = folder.report(otherThan: Set(PublicView.all.map(file))) {
      throw UserError(
        .usage, "\(path) holds reports of an audit, such as \(report), which the views would replace",
        remedy: "name another folder")
    }
    return folder
  }

  private static func file(of view: PublicView) -> String { "\(view.name).ndjson" }

  /// - Parameter folder: the rows are in the clear, so it is for its owner only.
  /// - Throws: `CannotWrite`, `StorageError`.
  static func write(of database: Connection, to folder: ReportFolder) throws {
    for view in PublicView.all {
      let rows = try SelectStatement(database, sql(view))
      try folder.write(file(of: view)) { output in
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
