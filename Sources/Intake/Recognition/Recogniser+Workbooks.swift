import Evidence

extension Recogniser {
  /// Takes the first of the sheets whose header is understood best, and all that have the same.
  func recognise(_ workbook: Workbook, _ file: SourceFile) throws(ReadFailure) -> RecognisedSource {
    if file.settings.record.pattern != nil {
      throw ReadFailure("`pattern` reads lines of text, and the file is a workbook; leave `pattern` out")
    }
    var headers: [SheetChoice.Header] = []
    var plain = file
    plain.settings = SourceSettings()
    for sheet in workbook.sheets.indices {
      guard let titles = try SheetText.header(of: sheet, in: workbook) else { continue }
      // What another sheet says of people may end what is read: withdrawals in columns of a company's own.
      let isEvidence = judge(Head(titles: titles), plain).format != nil || NamedEvidence.namesPeople(titles)
      headers.append(SheetChoice.Header(sheet: sheet, titles: titles, isEvidence: isEvidence))
    }
    let wanted = wantedColumns(file.settings)
    var best: (source: RecognisedSource, header: SheetChoice.Header, rank: Int)?
    for header in headers {
      let source = judge(Head(titles: header.titles), file)
      // A mapping takes any table for what it says; the columns tell.
      let rank = source.format == nil ? 0 : 1 + header.count(of: wanted)
      if best.map({ rank > $0.rank }) ?? true { best = (source, header, rank) }
    }
    guard let best else {
      return RecognisedSource(file: file, outcome: .empty, why: "the workbook's sheets are empty")
    }
    var source = best.source
    guard case .recognised(let kind, let name) = source.outcome else {
      source.holdsData = true
      return source
    }
    let format = name.hasSuffix("-csv") ? name.dropLast(4) + "-xlsx" : name
    source.outcome = .recognised(kind: kind, format: format)
    source.workbook = SheetChoice(of: headers, names: workbook.sheets.map(\.name), chosen: best.header)
    return source
  }

  /// What the columns of a table may be called, in lower case.
  private func wantedColumns(_ settings: SourceSettings) -> Set<String> {
    let ours = settings.kind.map { OwnColumns.list(of: $0).map(\.name) } ?? Array(OwnColumns.all)
    let names = ours.map { settings.columns[$0] ?? $0 } + Array(settings.record.filters.keys)
    return Set(names.map { $0.lowercased() })
  }
}
