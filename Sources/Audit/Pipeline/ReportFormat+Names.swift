import Reporting

extension ReportFormat {
  /// - Throws: `UserError` for a name that is no format.
  static func chosen(_ names: [String]) throws -> [ReportFormat] {
    guard !names.isEmpty else { throw UserError(.usage, "name at least one format") }
    return try names.map { name in
      guard let format = ReportFormat(rawValue: name) else {
        throw UserError(
          .usage, "there is no format `\(name)`; formats are \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return format
    }
  }
}
