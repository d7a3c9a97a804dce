import Evidence

/// What distinguishes one kind of our own formats from the others.
protocol OwnFields: Sendable {
  static var kind: EvidenceKind { get }
  /// For the format's guide.
  static var note: String { get }
  static var example: String { get }
  /// All columns that the kind knows, those of the subject included.
  static var columns: [OwnColumn] { get }
  /// Groups of columns; at least one of each group is required.
  static var required: [[String]] { get }
  /// How many columns indicate the kind; nil if too few do.
  static func score(_ keys: Set<String>) -> Int?
  /// The record, and its own time in milliseconds.
  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?)
  /// Brings fields that some writers nest to the top level.
  static func unfold(_ fields: inout FieldSet, nested: inout NestedParser) throws(RecordRejection)
}

extension OwnFields {
  static var note: String { "Map other column names in the configuration." }

  static func unfold(_ fields: inout FieldSet, nested: inout NestedParser) throws(RecordRejection) {}

  /// A kind is recognised by all of `names`.
  static func score(_ keys: Set<String>, all names: [String]) -> Int? {
    names.allSatisfy(keys.contains) ? names.count : nil
  }
}

/// Our own CSV, NDJSON or JSON array of one kind.
struct OwnFormat<Fields: OwnFields>: Format {
  var kind: EvidenceKind { Fields.kind }
  var guide: FormatGuide { FormatGuide(Fields.self) }
  var isOwn: Bool { true }

  func name(of shape: Shape) -> String {
    switch shape {
    case .table: "relay-audit-csv"
    case .lines: "relay-audit-ndjson"
    default: "relay-audit-json"
    }
  }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = shape(forced: head), let score = Fields.score(head.keys) else { return nil }
    let names = Fields.required.compactMap { group in group.first { head.keys.contains($0) } }
      .filter { !OwnColumn.subject.map(\.name).contains($0) }
    let what = shape == .table ? "columns" : "keys"
    return Recognition(
      shape: shape, score: score,
      why: "its \(what) are those of \(kind.rawValue): \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }

  func shape(forced head: Head) -> Shape? {
    switch head.shape {
    case .table, .lines, .values: head.shape
    default: nil
    }
  }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    try OwnReader<Fields>(context)
  }
}
