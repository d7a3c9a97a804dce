import Evidence
import Timestamps

/// The format of one product.
struct ProductFormat<Product: ProductReader>: Format {
  var kind: EvidenceKind { Product.kind }
  var guide: FormatGuide { Product.guide }
  var isOwn: Bool { Product.isOwn }

  func name(of shape: Shape) -> String {
    switch shape {
    case .table: "\(Product.product)-csv"
    case .lines: "\(Product.product)-ndjson"
    default: "\(Product.product)-json"
    }
  }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = Product.shape(head), shape != .firebaseRows, let found = Product.recognise(head) else {
      return nil
    }
    return Recognition(shape: shape, score: found.score, why: found.why)
  }

  func shape(forced head: Head) -> Shape? { Product.isOwn && head.shape != .firebaseRows ? head.shape : nil }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    try ProductRecordReader(product: try Product(context), context: context)
  }
}

private struct ProductRecordReader<Product: ProductReader>: RecordReader {
  private var product: Product
  private let timeRange: ClosedRange<Int64>
  private let texts: TextArena
  /// By our name of a column, the configured name.
  private let renamed: [String: String]
  /// Nil for files whose names are the product's own.
  private let mapping: FieldMapping?
  /// As `mapping`.
  private var unread: UnreadFields?
  private var columns: [String: Int] = [:]
  private let use = FieldUse()
  /// The fields of the records looked at so far.
  private var seen: Set<String> = []
  private var count = 0

  /// The names of fields are collected from so many records. Collecting those of all records would take longer than
  /// reading them.
  private static var lookedAt: Int { 1000 }

  var needsList: Bool { product.needsList }

  init(product: Product, context: ReaderContext) throws(ReadFailure) {
    self.product = product
    timeRange = context.options.timeRange
    texts = context.texts
    renamed = context.settings.columns
    mapping = Product.isOwn ? FieldMapping(context.settings) : nil
    let unread = Product.isOwn ? try UnreadFields(context, of: Product.kind) : nil
    self.unread = unread?.isActive == true ? unread : nil
  }

  func complete(_ summary: inout SourceSummary) {
    product.complete(&summary)
    if summary.timeUnits.isEmpty { summary.timeUnits = TimeUnit.allCases.filter(use.units.contains) }
    summary.columnsUsed = seen.intersection(use.asked).sorted()
    summary.columnsIgnored = Array(seen.subtracting(use.asked).sorted().prefix(100))
  }

  /// Records which fields are asked for; nil after enough records.
  private mutating func nextUse() -> FieldUse? {
    count += 1
    return count <= Self.lookedAt ? use : nil
  }

  private mutating func note(_ fields: RecordFields) {
    if count <= Self.lookedAt, !fields.isRow || count == 1 { seen.formUnion(fields.names) }
  }

  mutating func begin(header: [String]) throws(RecordRejection) {
    try FieldError.requireUnique(header)
    for (index, title) in header.enumerated() where !title.isEmpty {
      columns[title] = index
      unread?.look(atTitle: title, index)
    }
    if let (ours, theirs) = renamed.sorted(by: { $0.key < $1.key }).first(where: { columns[$0.value] == nil }) {
      throw RecordRejection("the header has no column `\(theirs)`, which the configuration maps to `\(ours)`")
    }
    for (ours, theirs) in renamed { columns[ours] = columns[theirs] }
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    texts.removeAll()
    let fields = RecordFields(record, timeRange: timeRange, use: nextUse(), mapping: mapping)
    note(fields)
    if let refusal = refusal(of: record) { throw RecordRejection(refusal) }
    return try deliver(try product.read(fields, at: place), at: place, to: &sink)
  }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    texts.removeAll()
    let fields = RecordFields(row: row, columns: columns, timeRange: timeRange, use: nextUse(), mapping: mapping)
    note(fields)
    if let refusal = unread?.refusal { throw RecordRejection(refusal) }
    return try deliver(try product.read(fields, at: place), at: place, to: &sink)
  }

  /// Why a record is rejected for a field that the product does not read; nil if it is not.
  private mutating func refusal(of record: JSONValue) -> String? {
    guard unread != nil else { return nil }
    var refusal: String?
    record.forEachField { key, json in
      if refusal == nil { refusal = unread?.refusal(of: json, at: key.string) }
    }
    return refusal
  }

  func end(into sink: inout some EvidenceSink) throws -> [LateReject] {
    var rejects: [LateReject] = []
    // By number: records of which a part is used, or that were rejected already.
    var settled: Set<Int64> = []
    for (place, record) in product.leftOver() {
      if case .revocation(let revocation) = record, revocation.subject.isEmpty, revocation.requestID == nil {
        rejects.append(
          LateReject(
            place: place, reason: "the call to Apple names no person, and its trace names either none or several"))
        continue
      }
      try sink.accept(record, at: place)
      settled.insert(place.number)
    }
    for index in rejects.indices {
      rejects[index].isAllOfRecord = settled.insert(rejects[index].place.number).inserted
    }
    return rejects
  }

  private func deliver(
    _ record: ProductRecord, at place: Place, to sink: inout some EvidenceSink
  ) throws -> Reading {
    if let reason = record.ignoredBecause { return Reading(ignoredBecause: reason) }
    // A larger part would overflow into the bits of the source.
    guard record.evidence.count < Place.maximumPart else {
      throw RecordRejection("the record makes more than \(Place.maximumPart - 1) statements; split it")
    }
    switch try sink.accept(record, at: place) {
    case .inScope?, .outOfScope?, nil: return Reading(time: record.time?.milliseconds)
    case .duplicate?: return Reading(isDuplicate: true)
    }
  }
}
