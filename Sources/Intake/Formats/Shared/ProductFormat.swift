import Evidence
import Timestamps

/// Turns the records of one product's export into ours.
protocol ProductReader {
  static var kind: EvidenceKind { get }
  /// The beginning of the format's name: `auth0` of `auth0-csv`.
  static var product: String { get }
  /// How many of the product's own keys or columns the file has, and why it is the product's; nil if it is not.
  static func recognise(_ head: Head) -> (score: Int, why: String)?
  /// How its records stand in a file of whose beginning they are no part.
  static func shape(_ head: Head) -> Shape?

  /// Whether it reads columns that the configuration may rename: a file of the kind is then taken for one of it, whatever
  /// its columns are called.
  static var isOwn: Bool { get }

  init(_ context: ReaderContext) throws(ReadFailure)
  /// - Throws: `RecordRejection`.
  mutating func read(_ record: RecordFields) throws -> ProductRecord
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord
  /// What could be told only when all records were read.
  func leftOver() -> [(place: Place, record: EvidenceRecord)]
  func complete(_ summary: inout SourceSummary)
}

extension ProductReader {
  static var isOwn: Bool { false }
  static func shape(_ head: Head) -> Shape? { head.shape }
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord { try read(record) }
  func leftOver() -> [(place: Place, record: EvidenceRecord)] { [] }
  func complete(_ summary: inout SourceSummary) {}
}

/// What one record of an export says.
struct ProductRecord {
  var account: AccountRecord?
  /// Where there is an account, they count only if it is in scope.
  var evidence: [EvidenceRecord] = []
  /// The record's own time.
  var time: Timestamp?
  /// Why the record, which is as it should be, is no evidence of its kind.
  var ignoredBecause: String?

  static func ignored(_ reason: String) -> ProductRecord { ProductRecord(ignoredBecause: reason) }
}

/// A format that is one product's.
struct ProductFormat<Product: ProductReader>: Format {
  var kind: EvidenceKind { Product.kind }

  func name(of shape: Shape) -> String {
    switch shape {
    case .table: "\(Product.product)-csv"
    case .lines: "\(Product.product)-ndjson"
    default: "\(Product.product)-json"
    }
  }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = Product.shape(head), shape != .firebaseRows, let found = Product.recognise(head) else { return nil }
    return Recognition(shape: shape, score: found.score, why: found.why)
  }

  func shape(forced head: Head) -> Shape? { Product.isOwn && head.shape != .firebaseRows ? head.shape : nil }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    ProductRecordReader(product: try Product(context), context: context)
  }
}

private struct ProductRecordReader<Product: ProductReader>: RecordReader {
  private var product: Product
  private let timeRange: ClosedRange<Int64>
  /// Our names of columns to theirs, where the configuration gives them.
  private let renamed: [String: String]
  /// Of a product's files the names are the product's own.
  private let mapping: FieldMapping?
  private var columns: [String: Int] = [:]
  private let use = FieldUse()
  /// The fields of the records looked at so far.
  private var seen: Set<String> = []
  private var count = 0

  /// A thousand records show what an export has; to look at all would take longer than to read them.
  private static var lookedAt: Int { 1000 }

  init(product: Product, context: ReaderContext) {
    self.product = product
    timeRange = context.options.timeRange
    renamed = context.settings.columns
    mapping = Product.isOwn ? FieldMapping(context.settings) : nil
  }

  func complete(_ summary: inout SourceSummary) {
    product.complete(&summary)
    if summary.timeUnits.isEmpty { summary.timeUnits = TimeUnit.allCases.filter(use.units.contains) }
    summary.columnsUsed = seen.intersection(use.asked).sorted()
    summary.columnsIgnored = Array(seen.subtracting(use.asked).sorted().prefix(100))
  }

  /// What is to take note of a record's fields; nil when enough were looked at.
  private mutating func nextUse() -> FieldUse? {
    count += 1
    return count <= Self.lookedAt ? use : nil
  }

  private mutating func note(_ fields: RecordFields) {
    if count <= Self.lookedAt, !fields.isRow || count == 1 { seen.formUnion(fields.names) }
  }

  mutating func begin(header: [String]) throws(RecordRejection) {
    for (index, title) in header.enumerated() where !title.isEmpty {
      if columns.updateValue(index, forKey: title) != nil {
        throw RecordRejection("the header has a column twice; give each its own name")
      }
    }
    if let (ours, theirs) = renamed.sorted(by: { $0.key < $1.key }).first(where: { columns[$0.value] == nil }) {
      throw RecordRejection("the header has no column `\(theirs)`, which the configuration names for `\(ours)`")
    }
    for (ours, theirs) in renamed { columns[ours] = columns[theirs] }
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    let fields = RecordFields(record, timeRange: timeRange, use: nextUse(), mapping: mapping)
    note(fields)
    return try deliver(try product.read(fields, at: place), at: place, to: &sink)
  }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    let fields = RecordFields(row: row, columns: columns, timeRange: timeRange, use: nextUse(), mapping: mapping)
    note(fields)
    return try deliver(try product.read(fields, at: place), at: place, to: &sink)
  }

  func end(into sink: inout some EvidenceSink) throws -> [(place: Place, reason: String)] {
    var rejects: [(place: Place, reason: String)] = []
    for (place, record) in product.leftOver() {
      if case .revocation(let revocation) = record, revocation.subject.isEmpty, revocation.requestID == nil {
        rejects.append((place, "the call to Apple names no person, and its trace names nobody or more than one"))
        continue
      }
      try sink.accept(record, at: place)
    }
    return rejects
  }

  private func deliver(
    _ record: ProductRecord, at place: Place, to sink: inout some EvidenceSink
  ) throws -> Reading {
    if let reason = record.ignoredBecause { return Reading(ignoredBecause: reason) }
    // A part beyond the last would be taken for a record of another source.
    guard record.evidence.count < Place.maximumPart else {
      throw RecordRejection("the record makes more than \(Place.maximumPart - 1) statements; split it")
    }
    switch try sink.accept(record, at: place) {
    case .inScope?, .outOfScope?, nil: return Reading(time: record.time?.milliseconds)
    case .duplicate?: return Reading(isDuplicate: true)
    }
  }
}

extension EvidenceSink {
  /// Takes what a record says; answers what became of its account, if it is one.
  mutating func accept(_ record: ProductRecord, at place: Place) throws -> Screening? {
    guard let account = record.account else {
      for (index, evidence) in record.evidence.enumerated() {
        try accept(evidence, at: index == 0 ? place : place.part(index))
      }
      return nil
    }
    let screening = try account.withSketch { try screen($0, at: place) }
    guard screening == .inScope else { return screening }
    // What came with the account names it, and has to be known before the account is stored.
    for (index, evidence) in record.evidence.enumerated() {
      try accept(evidence, at: place.part(index + 1))
    }
    try accept(.account(account), at: place)
    return screening
  }
}
