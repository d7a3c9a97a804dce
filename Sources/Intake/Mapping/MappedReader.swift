import Evidence
import Timestamps

/// Reads records that a mapping describes: chooses among them, gives their fields our names and values, and hands them
/// as rows to the reader of our own format.
///
/// # Safety
/// The cells of a row lie in the record's own bytes, in `arena`, or in `parsers`; all live until the next
/// record is read.
struct MappedReader: RecordReader {
  private static let exampleLimit = 3

  private var inner: any RecordReader
  let plan: MappingPlan
  private let timeRange: ClosedRange<Int64>
  private let locators: Locators
  private let arena = TextArena()
  /// For each column, those of the texts that its path leads through.
  private let parsers: [PathParsers]
  private var choice: RecordChoice

  // Of tables.
  private var titles: [String] = []
  private var columns: [FieldPath.Column?] = []
  private var filters: [FieldPath.Column?] = []
  /// Indices of titles that no column of ours reads.
  private var unread: [Int] = []
  private var refusal: String?
  /// Columns whose cells hold JSON of which columns or filters read a part.
  private var texts: [(index: Int, title: String)] = []

  // Of JSON.
  private var keys: MappedKeys

  private var containers: MappedContainers
  /// Of calls alone.
  private var calls: MappedCalls?
  /// Of sign-ins alone.
  private var failed: FailedSignIns?
  private let name: TellingName?
  /// Indices of the columns that say how a record stands.
  private let standing: [Int]

  // How the source uses the mapping.
  private var finds: ColumnFinds
  private var ignored: [String] = []
  private var undecided: UndecidedColumns
  private var endingPurposes: EndingPurposes
  private var timeUnits: [TimeUnit] = []
  private var examples: [MappedRecord] = []

  init(_ inner: any RecordReader, _ plan: MappingPlan, _ context: ReaderContext) throws(ReadFailure) {
    self.inner = inner
    self.plan = plan
    timeRange = context.options.timeRange
    locators = context.locators
    parsers = plan.columns.map { _ in PathParsers() }
    choice = RecordChoice(plan)
    finds = ColumnFinds(plan)
    undecided = UndecidedColumns(plan.kind, mayAnswer: plan.mayAnswer)
    endingPurposes = EndingPurposes(plan)
    keys = MappedKeys(plan)
    containers = MappedContainers(plan)
    calls = MappedCalls(plan)
    failed = plan.kind == .signIns ? FailedSignIns() : nil
    let name = TellingName(plan.kind, path: context.file.path, sheets: context.locators.sheets)
    self.name = name
    standing = plan.columns.indices.filter { name?.columns.contains(plan.columns[$0].name) ?? false }
    do {
      try self.inner.begin(header: plan.columns.map(\.name))
    } catch {
      throw ReadFailure(error.reason)
    }
  }

  func end(into sink: inout some EvidenceSink) throws -> [LateReject] { try inner.end(into: &sink) }

  var skipsNull: Bool { choice.skipsNull }
  mutating func look(atPages fields: [PageFacts.Field]) { undecided.look(atPages: fields, isIgnored: plan.isIgnored) }

  func complete(_ summary: inout SourceSummary) {
    inner.complete(&summary)
    summary.timeUnits = timeUnits
    let used = finds.paths
    summary.columnsUsed = used + choice.found.filter { !used.contains($0) }
    summary.columnsIgnored = ignored
    summary.undecided = undecided.names + (plan.readsPurposeAndState(by: used) ? [] : undecided.answers)
    summary.unfound = finds.unfound
    summary.examples = examples
    summary.mappingUse = finds.use(filters: choice.found)
    choice.complete(&summary, plan, endingPurposes, reading: used)
  }

  // MARK: - Tables

  mutating func begin(header titles: [String]) throws(RecordRejection) {
    self.titles = titles
    finds.look(atHeader: titles)
    choice.look(atHeader: titles)
    columns = try plan.columns.map { column throws(RecordRejection) in
      column.isIgnored ? nil : try column.path.column(in: titles)
    }
    filters = try plan.filters.map { filter throws(RecordRejection) in try filter.path.column(in: titles) }
    let read = Set(columns.compactMap { $0?.index })
    unread = titles.indices.filter { !titles[$0].isEmpty && !read.contains($0) }
    ignored = unread.map { titles[$0] }.filter { plan.isIgnored($0) || !plan.isKnown($0) }
    try plan.check(titles, columns, filters)
    for index in unread where !plan.covers(title: titles[index]) { undecided.look(atTitle: titles[index], index) }
    refusal = titles.lazy.compactMap(plan.refusal(of:)).first
    calls?.look(atHeader: titles, unread: unread)
    let within = Set((columns + filters).compactMap { column in column?.rest == nil ? nil : column?.index })
    texts = within.sorted().map { ($0, titles[$0]) }
  }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    arena.removeAll()
    finds.countRecord()
    let (columns, parsers) = (columns, parsers)
    func look() {
      finds.look { index throws(PathFault) in
        try columns[index].flatMap { column throws(PathFault) in
          try column.value(in: row, parsers[index])
        }
      }
    }
    do {
      let reading = try readCells(of: row, at: place, into: &sink)
      if reading.isSkipped || reading.ignoredBecause != nil { look() }
      return reading
    } catch {
      look()
      throw error
    }
  }

  private mutating func readCells(
    of row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    let filters = filters
    let isChosen = try choice.takes { index, _, parsers throws(PathFault) in
      try filters[index].flatMap { column throws(PathFault) in try column.value(in: row, parsers) }
    }
    guard isChosen else { return Reading(isSkipped: true) }
    if let refusal { throw RecordRejection(refusal) }
    calls?.begin()
    var detail: [String: String] = [:]
    for text in texts where text.index < row.count {
      guard let value = containers.parse(row[text.index]) else { continue }
      if calls?.hasError(value, at: text.title) == true { detail["error"] = "error" }
      if let refusal = containers.refusal(of: value, text.title) { throw RecordRejection(refusal) }
      calls?.look(at: value, text.title)
      undecided.look(at: text.title, value, isKnown: plan.isKnown, isContainer: plan.isContainer)
    }
    var cells: [BorrowedText] = []
    cells.reserveCapacity(plan.columns.count)
    for index in plan.columns.indices {
      let value = try value(of: index, in: row)
      if value != nil { finds.find(index) }
      cells.append(try text(value ?? .absent, of: index))
    }
    undecided.look(atRow: row, isKnown: plan.isKnown, isContainer: plan.isContainer)
    for index in unread where index < row.count {
      let isFailed = failed?.says(titles[index]) { row[index].nonEmpty?.string } ?? false
      if isFailed, !plan.isKnown(titles[index]) {
        return Reading(ignoredBecause: FailedSignIns.reason(titles[index]))
      }
      if let refusal = calls?.refusal(of: row[index], at: titles[index]) { throw RecordRejection(refusal) }
      calls?.look(at: row[index], titles[index])
      if calls?.hasError(row[index], at: titles[index]) == true { detail["error"] = "error" }
      DetailText.add(FieldValue(cell: row[index]), named: titles[index], to: &detail)
    }
    if calls?.hasError(inRow: row) == true { detail["error"] = "error" }
    let isSaid = standing.contains { columns[$0] != nil }
    return try deliver(cells, detail, isSaid: isSaid, at: place, to: &sink)
  }

  private func value(of index: Int, in row: [BorrowedText]) throws(RecordRejection) -> FieldValue? {
    guard let column = columns[index] else { return nil }
    return try ListedValues.whole(plan, index, parsers[index]) { parsers throws(PathFault) in
      try column.value(in: row, parsers)
    }
  }

  // MARK: - JSON

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    arena.removeAll()
    finds.countRecord()
    let (columns, parsers) = (plan.columns, parsers)
    func look() {
      finds.look { index throws(PathFault) in
        try columns[index].path.value(in: record, parsers[index]).map(FieldValue.init(ofOne:))
      }
    }
    do {
      let isChosen = try choice.takes { _, filter, parsers throws(PathFault) in
        try filter.path.value(in: record, parsers).map(FieldValue.init(ofOne:))
      }
      if isChosen {
        let reading = try readFields(of: record, at: place, into: &sink)
        if reading.ignoredBecause != nil { look() }
        return reading
      }
    } catch {
      look()
      throw error
    }
    look()
    // Candidates for a misspelt name.
    if ignored.isEmpty, choice.isFound.contains(false) {
      record.forEachField { key, _ in if !plan.isNamed(key.string) { ignored.append(key.string) } }
    }
    return Reading(isSkipped: true)
  }

  private mutating func readFields(
    of record: JSONValue, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    let (detail, failure) = try lookAt(record)
    if let failure { return Reading(ignoredBecause: FailedSignIns.reason(failure)) }
    var cells: [BorrowedText] = []
    cells.reserveCapacity(plan.columns.count)
    var isSaid = false
    for (index, column) in plan.columns.enumerated() {
      let value = try value(of: index, in: record)
      if value != nil { finds.find(index) }
      if value != nil, standing.contains(index) { isSaid = true }
      if let value, value.isObject, column.name == "events" {
        cells.append(arena.copy(value.jsonText))
        continue
      }
      cells.append(try text(value.map(FieldValue.init(ofOne:)) ?? .absent, of: index))
    }
    return try deliver(cells, detail, isSaid: isSaid, at: place, to: &sink)
  }

  private func value(of index: Int, in record: JSONValue) throws(RecordRejection) -> JSONValue? {
    let column = plan.columns[index]
    if column.isIgnored { return nil }
    return try ListedValues.whole(plan, index, parsers[index]) { parsers throws(PathFault) in
      try column.path.value(in: record, parsers)
    }
  }

  /// Looks at all fields that are not read.
  ///
  /// - Returns: the detail that is kept of them, and the name of one by which a sign-in failed.
  private mutating func lookAt(_ record: JSONValue) throws -> (detail: [String: String], failure: String?) {
    var detail: [String: String] = [:]
    var failure: String?
    var seen: Set<String> = []
    var refusal: String?
    calls?.begin()
    try record.forEachField { key, json in
      let name = key.string
      guard seen.insert(name).inserted else { throw FieldError.unknownTwice }
      let facts = keys.facts(of: name)
      let value = facts.isContainer ? json.text.flatMap { containers.parse($0) } ?? json : json
      refusal =
        refusal ?? facts.refusal ?? containers.refusal(of: value, name) ?? calls?.refusal(of: value, at: name)
      // The names of a refused record are noted to its end: what is there must not be called missing.
      if facts.isUnnamed, !facts.isRead, ignored.count < 100, !ignored.contains(name) { ignored.append(name) }
      if refusal != nil { return }
      calls?.look(at: value, name)
      undecided.look(at: name, value, isKnown: plan.isKnown, isContainer: plan.isContainer)
      if !plan.isKnown(name), failed?.says(name, { FieldValue(json).detail }) == true { failure = failure ?? name }
      if !facts.isRead { DetailText.add(FieldValue(json), named: name, to: &detail) }
      if calls?.hasError(value, at: name) == true { detail["error"] = "error" }
    }
    if let refusal { throw RecordRejection(refusal) }
    try plan.refuseOtherUID(seen)
    return (detail, failure)
  }

  // MARK: - Both

  /// - Parameter index: of the column.
  private mutating func text(_ given: FieldValue, of index: Int) throws -> BorrowedText {
    let column = plan.columns[index]
    if case .several(let list) = given, ListedValues.areJudged(column) {
      return arena.copy(try ListedValues.text(of: list, column) { try text($0, of: index).string })
    }
    var value = given
    if let map = column.values {
      guard let theirs = value.isAbsent ? "" : value.detail else { throw FieldError.notText(column.path.text) }
      // `NULL` is absent, unless a key names it.
      if let meaning = map[theirs] ?? (value.isNothing ? map[""] : nil) {
        finds.use(theirs, of: index)
        endingPurposes.look(at: theirs, as: meaning.ours, of: index)
        value = meaning.ours.isEmpty ? .absent : .constant(meaning.ours)
      } else if let list = try ListedValues.text(inCell: theirs, column, { try text($0, of: index).string }) {
        return arena.copy(list)
      } else if !value.isNothing, !column.type.isTime, column.type.words == nil || !column.type.allows(theirs) {
        throw finds.uncovered(theirs, of: index)
      }
    } else if index == endingPurposes.index, let theirs = value.string {
      endingPurposes.look(at: theirs, as: theirs, of: index)
    }
    if value.isNothing {
      guard let constant = column.constant else {
        if plan.mustSay(column), given.isNothing, column.values?[""] == nil { throw FieldError.unsaid(column.label) }
        return .empty
      }
      value = .constant(constant)
    }
    switch column.type {
    case .end where TimeText.isForever(value): return .empty
    case .time, .end:
      let range = column.type == .end ? timeRange.lowerBound...IntakeOptions.lastEnd : timeRange
      let (time, unit) = try TimeText.read(value, column.label, plan.times, in: range)
      if !timeUnits.contains(unit) { timeUnits.append(unit) }
      return arena.copy(Timestamp(milliseconds: time).rfc3339)
    case .bool, .words:
      guard let text = value.detail else { throw FieldError.notText(column.path.text) }
      guard column.type.allows(text) else { throw finds.uncovered(text, of: index) }
      return arena.copy(text)
    case .text, .httpStatus:
      if case .text(let text) = value {
        undecided.look(at: text, of: column)
        return text
      }
      // Of a name, `12345.0` and `true` are as little a text as in our own columns.
      let written = column.type == .httpStatus || column.isLoose ? value.detail : value.string
      guard let text = written else { throw FieldSet.notText(value, column.path.text) }
      return arena.copy(text)
    }
  }

  /// - Parameter isSaid: whether the record has a column that says how it stands.
  private mutating func deliver(
    _ cells: [BorrowedText], _ detail: [String: String], isSaid: Bool, at place: Place, to sink: inout some EvidenceSink
  ) throws -> Reading {
    if let name, !isSaid, !standing.contains(where: { !cells[$0].isEmpty }), let refusal = name.refusal(at: place) {
      throw RecordRejection(refusal)
    }
    if let refusal = calls?.refusal(beside: cells) { throw RecordRejection(refusal) }
    // What the configuration ignores says nothing of a call's failure.
    inner.take(detail: plan.kind == .revocations ? detail.filter { !plan.isIgnored($0.key) } : detail)
    let reading = try inner.read(cells, at: place, into: &sink)
    if examples.count < Self.exampleLimit, !reading.isDuplicate, reading.ignoredBecause == nil {
      let fields = zip(plan.columns, cells).filter { !$1.isEmpty }.map { column, cell in
        MappedRecord.Field(name: column.name, value: ShownValue.masked(cell.string, of: column.name))
      }
      examples.append(MappedRecord(locator: locators.text(place.number), fields: fields))
    }
    return reading
  }
}
