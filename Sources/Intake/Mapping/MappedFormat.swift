import Evidence

/// Our own format, read through a mapping.
struct MappedFormat: Format {
  private let inner: any Format

  init(_ inner: any Format) { self.inner = inner }

  var kind: EvidenceKind { inner.kind }
  var guide: FormatGuide { inner.guide }

  func name(of shape: Shape) -> String { shape == .text ? "text" : inner.name(of: shape) }

  func recognise(_ head: Head) -> Recognition? { nil }

  func shape(forced head: Head) -> Shape? { head.shape }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    var plain = context
    plain.settings = SourceSettings(kind: kind)
    plain.shape = .table
    // What the names of files and sheets say is looked at where their columns are known.
    plain.file.path = ""
    plain.locators.sheets = []
    let plan = try MappingPlan(context.settings, kind: kind)
    return try MappedReader(try inner.makeReader(plain), plan, context)
  }
}
