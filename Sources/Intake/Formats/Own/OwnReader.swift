import Evidence

/// Reads flat records of one kind.
struct OwnReader<Fields: OwnFields>: RecordReader {
  private let names: [[UInt8]]
  private var fields: FieldSet
  private let blank: [FieldValue]
  private var isSeen: [Bool]
  private var isUsed: [Bool]
  private var ignored: [String] = []
  /// For tables: our slot of each column, or nil.
  private var header: [(name: String, slot: Int?)] = []
  private var nested = NestedParser()
  private var undecided = UndecidedColumns(Fields.kind)
  private var unread: UnreadFields
  /// Detail of the next record.
  private var detail: [String: String] = [:]
  private let name: TellingName?
  /// Slots of columns that say how a record stands.
  private let standing: [Int]
  private let outcome: Int?
  /// Slots of columns beside which no other one is the uid.
  private let uids: [Int]

  init(_ context: ReaderContext) throws(ReadFailure) {
    unread = try UnreadFields(context, of: Fields.kind)
    fields = FieldSet(
      columns: Fields.columns.map(\.name), timeRange: context.options.timeRange,
      timeForm: TimeForm(unit: context.settings.timeUnit))
    names = Fields.columns.map { Array($0.name.utf8) }
    blank = Fields.columns.map { _ in .absent }
    isSeen = Array(repeating: false, count: names.count)
    isUsed = isSeen
    let name = TellingName(Fields.kind, path: context.file.path, sheets: context.locators.sheets)
    self.name = name
    outcome = Fields.columns.firstIndex { $0.name == "outcome" }
    uids = Fields.columns.indices.filter { OtherUID.decisive.contains(Fields.columns[$0].name) }
    standing = Fields.columns.indices.filter { name?.columns.contains(Fields.columns[$0].name) ?? false }
  }

  func complete(_ summary: inout SourceSummary) {
    summary.timeUnits = fields.timeUnits
    summary.columnsUsed = names.indices.filter { isUsed[$0] }.map { String(decoding: names[$0], as: UTF8.self) }
    summary.columnsIgnored = ignored
    let saysState = TellingColumns.standing(of: Fields.kind).flatMap(fields.slot).map { isUsed[$0] } ?? false
    summary.undecided = undecided.names + (saysState ? [] : undecided.answers)
  }

  // MARK: - Tables

  mutating func begin(header titles: [String]) throws(RecordRejection) {
    try FieldError.requireUnique(titles)
    for (index, title) in titles.enumerated() where !title.isEmpty {
      let slot = names.firstIndex { $0.elementsEqual(title.utf8) }
      header.append((title, slot))
      if let slot {
        isUsed[slot] = true
      } else {
        ignored.append(title)
        undecided.look(atTitle: title, index)
        unread.look(atTitle: title, index)
      }
    }
    if header.count < titles.count {
      // Columns without a title are kept in step, and their cells dropped.
      header = titles.map { title in (title, names.firstIndex { $0.elementsEqual(title.utf8) }) }
    }
    try OtherUID.refuse(titles, beside: Fields.columns)
    try OtherUID.refuseProviderUID(titles, in: Fields.kind)
    for group in Fields.required {
      let isThere = group.contains { name in
        fields.slot(name).map { isUsed[$0] } ?? false
      }
      if !isThere {
        let list = group.map { "`\($0)`" }.joined(separator: ", ")
        throw RecordRejection(
          (group.count == 1 ? "the header has no column \(list)" : "the header has none of the columns \(list)")
            + HeaderDoubt.of(titles))
      }
    }
  }

  mutating func take(detail: [String: String]) { self.detail = detail }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    fields.values = blank
    fields.detail = detail
    unread.begin()
    if let refusal = unread.refusal { throw RecordRejection(refusal) }
    undecided.look(atRow: row)
    for (column, cell) in zip(header, row) {
      let value = FieldValue(cell: cell)
      if value.isNothing { continue }
      if let slot = column.slot {
        fields.values[slot] = value
      } else {
        unread.look(atCell: cell, column.name)
        DetailText.add(value, named: column.name, to: &fields.detail)
        lookForError(in: cell, at: column.name)
      }
    }
    try requireAddress(unread.otherAddress(inRow: row) ?? otherCall)
    return try deliver(to: &sink, at: place, isUsed)
  }

  // MARK: - JSON

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    fields.values = blank
    fields.detail.removeAll(keepingCapacity: true)
    for slot in isSeen.indices { isSeen[slot] = false }
    unread.begin()
    var unknown: Set<String> = []
    var refusal: String?
    var otherAddress: String?
    let looksForRefusals = unread.isActive
    try record.forEachField { key, json in
      let value = FieldValue(json)
      if let slot = names.firstIndex(where: { $0.count == key.count && $0.elementsEqual(key) }) {
        if isSeen[slot] { throw FieldError.twice(key.string) }
        isSeen[slot] = true
        isUsed[slot] = true
        if !value.isNothing { fields.values[slot] = value }
        return
      }
      let name = key.string
      guard unknown.insert(name).inserted else { throw FieldError.unknownTwice }
      if ignored.count < 100, !ignored.contains(name) { ignored.append(name) }
      if looksForRefusals, refusal == nil { refusal = unread.refusal(of: json, at: name) }
      // A refused record decides nothing, but its names are noted to its end.
      if refusal != nil { return }
      if looksForRefusals, otherAddress == nil { otherAddress = unread.otherAddress(in: json, at: name) }
      unread.look(at: name, json)
      undecided.look(at: name, json)
      DetailText.add(value, named: name, to: &fields.detail)
      if let text = json.text { lookForError(in: text, at: name) }
      lookForError(in: json, at: name)
    }
    if let refusal { throw RecordRejection(refusal) }
    try requireAddress(otherAddress ?? otherCall)
    if !unknown.isEmpty, !uids.contains(where: { isSeen[$0] }) {
      try OtherUID.refuse(unknown, beside: Fields.columns)
    } else if !unknown.isEmpty {
      try OtherUID.refuseProviderUID(Array(unknown) + ["uid"], in: Fields.kind)
    }
    return try deliver(to: &sink, at: place, isSeen)
  }

  // MARK: - Both

  private mutating func lookForError(in text: BorrowedText, at name: String) {
    guard Fields.kind == .revocations, text.mayBeObject, let value = nested.parse(text) else { return }
    lookForError(in: value, at: name)
  }

  /// Notes whether an unread value of a call's record says that it failed.
  private mutating func lookForError(in value: JSONValue, at name: String) {
    guard Fields.kind == .revocations, FailureSigns.hasError(value, at: name, isKnown: { _ in false }) else { return }
    fields.detail["error"] = "error"
  }

  /// Why the record is of another call than a revocation at Apple; nil if it may be one.
  private var otherCall: String? {
    guard Fields.kind == .revocations else { return nil }
    func text(_ name: String) -> String? { fields.slot(name).flatMap { fields.values[$0].string } }
    return unread.refusalOfCall(endpoint: text("endpoint"), method: text("method"))
  }

  /// Rejects a call to another address that is not said to be one.
  private func requireAddress(_ other: String?) throws(RecordRejection) {
    guard let other else { return }
    if let outcome, UnreadFields.isForTokens(outcome: fields.values[outcome]) { return }
    throw RecordRejection(other)
  }

  /// - Parameter shown: the columns that the record has, empty or not.
  private mutating func deliver(
    to sink: inout some EvidenceSink, at place: Place, _ shown: [Bool]
  ) throws -> Reading {
    if let name, !standing.contains(where: { shown[$0] }), let refusal = name.refusal(at: place) {
      throw RecordRejection(refusal)
    }
    try Fields.unfold(&fields, nested: &nested)
    let (record, time) = try Fields.record(&fields)
    try sink.accept(record, at: place)
    return Reading(time: time)
  }
}
