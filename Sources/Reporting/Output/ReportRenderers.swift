package enum ReportRenderers {
  /// Every format. A new one is a file with a type that conforms to `Renderer`, a golden file, and a line here.
  package static let all: [any Renderer] = [
    HTMLRenderer(),
    JSONRenderer(),
    FindingsCSV(),
    JUnitRenderer(),
    SARIFRenderer(),
    MarkdownRenderer(),
    PrometheusRenderer(),
    FlaggedAccountsCSV(),
    WorkbookRenderer(),
    OCSFRenderer(),
    OSCALRenderer(),
    InTotoRenderer(),
  ]

  /// The formats of a run that names none.
  package static let standard: [any Renderer] = [HTMLRenderer(), JSONRenderer()]

  /// Those that every run writes.
  package static var always: [any Renderer] { all.filter(\.isAlwaysWritten) }

  /// The names that `--format` takes.
  package static var names: [String] { all.filter { !$0.isAlwaysWritten }.map(\.name) }

  /// Whether a report may have a file of this name.
  static func mayWrite(_ name: String) -> Bool { all.contains { $0.file == name } || HTMLReport.isBeside(name) }

  /// The formats of these names, each once, in the order of `all`.
  ///
  /// - Throws: `FormatError` for an unknown name, or no name at all.
  package static func named(_ names: [String]) throws(FormatError) -> [any Renderer] {
    let known = Self.names
    for name in names where !known.contains(name) {
      throw FormatError(problem: "there is no format `\(name)`; formats are \(known.joined(separator: ", "))")
    }
    guard !names.isEmpty else { throw FormatError(problem: "name at least one format") }
    return all.filter { names.contains($0.name) }
  }
}

/// A choice of formats that cannot be made.
package struct FormatError: Error, Hashable, Sendable {
  package var problem: String
}

extension [any Renderer] {
  /// These formats, and the one that lists all findings where the report does not.
  package func telling(_ report: Report) -> [any Renderer] {
    report.isCut && !contains { $0 is FindingsCSV } ? self + [FindingsCSV()] : self
  }

  /// The files of all of these formats except JSON, which `writeJSON` writes.
  package func filesBesideJSON(of report: Report) -> [ReportFile] {
    filter { !($0 is JSONRenderer) }.flatMap { $0.files(of: report) }
  }

  /// Writes `report.json`, if JSON is among these formats, and serialises the report for the store in the same pass.
  ///
  /// - Parameters:
  ///   - kept: gets the kept form.
  ///   - seal: as in `KeptReport.write`. It is called whether `report.json` is written or not.
  /// - Throws: `CannotWrite`, and what the closures throw.
  package func writeJSON(
    _ report: Report, to folder: ReportFolder, kept: (KeptReport.Piece) throws -> Void,
    seal: (KeptReport.Hashes) throws -> Report.Ledger?
  ) throws -> KeptReport.Hashes {
    guard let renderer = first(where: { $0 is JSONRenderer }) else {
      return try KeptReport.write(report, json: { _ in }, kept: kept, seal: seal)
    }
    return try folder.write(renderer.file) { output in
      try KeptReport.write(report, json: output, kept: kept, seal: seal)
    }
  }
}
