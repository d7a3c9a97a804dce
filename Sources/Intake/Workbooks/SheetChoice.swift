import Evidence

/// Which sheets of a workbook are read as one table.
package struct SheetChoice {
  /// The names of all sheets, in their order.
  var names: [String]
  /// The sheets that are read: they have the same header.
  var read: [Int]
  /// The other sheets that are not empty.
  var leftOut: [LeftOut] = []

  struct LeftOut {
    var sheet: Int
    /// Its columns are those of evidence, or some of those that are read.
    var isEvidence: Bool
    /// A sentence.
    var reason: String
  }

  /// The sheets whose evidence is missing, as locators and reasons of rejects.
  var missing: [(locator: String, reason: String)] {
    leftOut.filter(\.isEvidence).map { (locator($0), $0.reason) }
  }

  /// One sentence for each sheet that holds something else.
  var others: [String] { leftOut.filter { !$0.isEvidence }.map { "\(locator($0)): \($0.reason)" } }

  private func locator(_ sheet: LeftOut) -> String { "sheet \"\(names[sheet.sheet])\"" }
}

extension SheetChoice {
  /// A sheet's first row that is not blank.
  struct Header {
    var sheet: Int
    var titles: [String]
    /// Whether the columns are those of a known format, whatever the configuration says, or one names a person.
    var isEvidence: Bool

    private var known: Set<String> { Set(titles.filter { !$0.isEmpty }.map { $0.lowercased() }) }

    func shares(columnsWith other: Header) -> Bool { !known.isDisjoint(with: other.known) }

    /// How many of the columns are wanted.
    func count(of wanted: Set<String>) -> Int { known.intersection(wanted).count }
  }

  init(of headers: [Header], names: [String], chosen: Header) {
    self.names = names
    read = headers.filter { $0.titles == chosen.titles }.map(\.sheet)
    leftOut = headers.filter { $0.titles != chosen.titles }.map { header in
      let isEvidence = header.isEvidence || header.shares(columnsWith: chosen)
      let reason = "its columns are not those of the sheet \"\(names[chosen.sheet])\", so it was not read"
      return LeftOut(
        sheet: header.sheet, isEvidence: isEvidence,
        reason: isEvidence
          ? reason + "; give both the same header, or read it through an entry of its own kind" : reason)
    }
  }
}

extension SheetChoice {
  /// Removes from what is missing the sheets that another entry reads from the same workbook, as another kind.
  package static func share(in sources: inout [RecognisedSource]) {
    let readings = Dictionary(grouping: sources.indices.filter { sources[$0].workbook != nil }) {
      sources[$0].file.path
    }
    for indices in readings.values where indices.count > 1 {
      let read = Set(indices.flatMap { sources[$0].workbook?.read ?? [] })
      for index in indices { sources[index].workbook?.leftOut.removeAll { read.contains($0.sheet) } }
    }
  }
}
