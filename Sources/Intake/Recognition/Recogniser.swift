package import Evidence

/// A file after recognition.
package struct RecognisedSource {
  package enum Outcome: Hashable, Sendable {
    /// Ready to be read.
    case recognised(kind: EvidenceKind, format: String)
    /// The sentence says what was found instead of a format, or which formats it may be.
    case unrecognised(String)
    /// A file that is known to hold no evidence. The sentence says what it is.
    case known(String)
    case empty
    /// The sentence says why the file cannot be read.
    case unreadable(String)
  }

  package var file: SourceFile
  package var outcome: Outcome
  /// A sentence.
  package var why: String
  package var kind: EvidenceKind? {
    if case .recognised(let kind, _) = outcome { kind } else { nil }
  }

  /// Whether its records belong to the accounts of another file, and have to be read before it.
  package var isJoinedToOthers: Bool {
    format is ProductFormat<SupabaseIdentities> || format is ProductFormat<OktaProviderUsers>
  }

  /// What counts in its place where it is not read: the path of a later copy of the same file, or words for it.
  package var supersededBy: String?

  package var isUnreadable: Bool { if case .unreadable = outcome { true } else { false } }

  /// Its content shows data that this version does not read.
  package internal(set) var holdsData = false

  /// Of a file that is not recognised: a column of its records names a person.
  package internal(set) var namesPeople = false

  var format: (any Format)?
  var shape: Shape?
  /// The delimiter of a table.
  var delimiter = UInt8(ascii: ",")
  /// The lines of a table end in carriage returns alone.
  var hasBareReturns = false
  /// The sheets of a workbook that are read as the table.
  var workbook: SheetChoice?
  /// Set for streams, which cannot be opened again.
  var opened: OpenText?

  /// Makes it a file of that kind that cannot be read.
  ///
  /// - Parameter reason: a sentence.
  mutating func fail(as kind: EvidenceKind, _ reason: String) {
    file.settings.kind = kind
    if isUnreadable { return }
    why = reason
    outcome = .unreadable(reason)
  }
}

/// An open text and its window.
struct OpenText {
  let stream: ByteStream
  let window: ByteWindow
  /// The workbook in a ZIP archive. Its text begins with `begin`.
  private(set) var workbook: Workbook?
  private(set) var obstacle: String?

  init(_ file: SourceFile, options: IntakeOptions) throws(ReadFailure) {
    stream = try ByteStream(
      path: file.systemPath, chunkSize: options.chunkSize, encoding: file.settings.record.encoding,
      unpackedLimit: options.unpackedLimit)
    window = ByteWindow(stream: stream, chunkSize: options.chunkSize, mayReadAhead: options.mayReadAhead)
    if stream.isZip() {
      do throws(ReadFailure) {
        workbook = try Workbook(stream, file: file)
      } catch {
        obstacle = error.reason
      }
      return
    }
    window.fill(to: Encoding.utf8Mark.count)
    // A program that adds a mark to a file that has one leaves two.
    while window.bytes.starts(with: Encoding.utf8Mark) {
      window.consume(Encoding.utf8Mark.count)
      window.fill(to: Encoding.utf8Mark.count)
    }
  }

  /// Makes the chosen sheets of a workbook the text.
  func begin(_ choice: SheetChoice?) {
    guard let choice, let workbook else { return }
    stream.convert(by: SheetText(workbook, sheets: choice.read))
  }
}

/// Recognises files by their content.
package struct Recogniser {
  private let options: IntakeOptions

  package init(options: IntakeOptions) {
    self.options = options
  }

  /// Looks at the beginning of a file. A stream stays open, because it cannot be read twice.
  package func recognise(_ file: SourceFile) -> RecognisedSource {
    do throws(ReadFailure) {
      var options = options
      // A file that is opened again for reading needs no more bytes than the head's here.
      if file.isRegular { options.chunkSize = min(options.chunkSize, Head.size) }
      let text = try OpenText(file, options: options)
      if let workbook = text.workbook {
        do throws(ReadFailure) {
          var source = try recognise(workbook, file)
          if !file.isRegular { source.opened = text }
          return source
        } catch {
          return refuse(file, error.reason, text)
        }
      }
      if let obstacle = text.obstacle { return refuse(file, obstacle, text) }
      text.window.fill(to: Head.size)
      if let failure = text.window.failure { throw failure }
      let start = BorrowedText(rebasing: text.window.bytes.prefix(Head.size))
      if let refusal = ForeignFile.refusal(
        start, path: file.path, isPatterned: file.settings.record.pattern != nil)
      {
        return refuse(file, refusal, text)
      }
      var source = judge(
        Head(
          start, isWhole: text.window.count <= Head.size && text.window.isAtEnd,
          delimiter: file.settings.record.delimiter),
        file)
      let whole = text.window.isAtEnd ? text.window.bytes.trimmed : nil
      // Exporters of JSON write an empty list where there is nothing.
      let isEmpty = whole.map { $0.isEmpty || source.format == nil && $0.isEmptyList } ?? false
      if text.stream.isCutShort, isEmpty || source.format == nil {
        let cut = "the compressed data ends before anything in it can be recognised; export or copy the file again"
        source = RecognisedSource(file: file, outcome: .unreadable(cut), why: cut)
      } else if isEmpty {
        source = RecognisedSource(
          file: file, outcome: .empty, why: file.settings.kind == nil ? Self.emptyOfUnknownKind : Self.empty)
      }
      if !file.isRegular { source.opened = text }
      return source
    } catch {
      return RecognisedSource(file: file, outcome: .unreadable(error.reason), why: error.reason)
    }
  }

  /// A file of data that this version does not read.
  private func refuse(_ file: SourceFile, _ reason: String, _ text: OpenText) -> RecognisedSource {
    var source = RecognisedSource(file: file, outcome: .unreadable(reason), why: reason)
    source.holdsData = true
    if !file.isRegular { source.opened = text }
    return source
  }

  func judge(_ head: Head, _ file: SourceFile) -> RecognisedSource {
    if let obstacle = head.obstacle {
      var source = RecognisedSource(file: file, outcome: .unreadable(obstacle), why: obstacle)
      // Nobody has looked at what it holds.
      source.holdsData = true
      return source
    }
    func source(_ format: any Format, _ shape: Shape, _ why: String) -> RecognisedSource {
      let name = format.name(of: shape)
      return RecognisedSource(
        file: file, outcome: .recognised(kind: format.kind, format: name), why: why, format: format, shape: shape,
        delimiter: head.delimiter, hasBareReturns: head.hasBareReturns)
    }
    let given = head
    let head = head.renamed(file.settings.columns)
    var candidates = candidates(for: head)
    if let kind = file.settings.kind {
      let records = WantedColumns(kind, file.settings).areOutside(in: given) ? given.withoutPages : head
      if let mapped = mapped(as: kind, records, file.settings) {
        return source(mapped.format, mapped.shape, "the configuration says how its records are read")
      }
      candidates.removeAll { $0.format.kind != kind }
      // Mapped columns mean our own format, whatever else the file resembles.
      let own = file.settings.columns.isEmpty ? [] : candidates.filter { $0.format.shape(forced: head) != nil }
      if let best = (own.isEmpty ? candidates : own).max(by: { $0.recognition.score < $1.recognition.score }) {
        return source(
          inOurCase(best.format, head, file.settings), best.recognition.shape, best.recognition.why)
      }
      for format in Registry.formats where format.kind == kind {
        // Pages of our own records are read as a mapping's are.
        let isPage = format.isOwn && records.shape == .members
        if let shape = isPage ? .members : format.shape(forced: format.isOwn ? records : head) {
          // Nothing in the file shows that it is of the kind, so columns that say what happened are looked at.
          return source(format.isOwn ? MappedFormat(format) : format, shape, "its kind was named outright")
        }
      }
      return unrecognised(file, "the file matches no format of kind \(kind.rawValue) that this version reads")
    }
    if candidates.isEmpty {
      let lower = head.inLowerCase
      candidates = self.candidates(for: lower).filter { $0.format.isOwn }
    }
    let best = candidates.map(\.recognition.score).max() ?? 0
    let leaders = candidates.filter { $0.recognition.score == best }
    guard let leader = leaders.first else {
      if let reason = KnownFiles.reason(head) {
        return RecognisedSource(file: file, outcome: .known(reason), why: reason)
      }
      var source = unrecognised(file, Self.sentence(for: head))
      source.namesPeople = NamedEvidence.namesPeople(head.shape == .table ? Set(head.header) : head.keys)
      return source
    }
    let kinds = Set(leaders.map(\.format.kind.rawValue)).sorted()
    guard kinds.count == 1 else {
      return unrecognised(
        file, "the file may be of kind \(kinds.joined(separator: " or ")); say which with --input KIND=PATH")
    }
    return source(
      inOurCase(leader.format, head, file.settings), leader.recognition.shape, leader.recognition.why)
  }

  private func candidates(for head: Head) -> [(format: any Format, recognition: Recognition)] {
    Registry.formats.compactMap { format in format.recognise(head).map { (format, $0) } }
  }

  /// Our own format of a kind, and the shape of a file that a mapping describes; nil where there is no mapping.
  private func mapped(as kind: EvidenceKind, _ head: Head, _ settings: SourceSettings) -> (
    format: any Format, shape: Shape
  )? {
    guard settings.isMapped, let own = Registry.formats.first(where: { $0.kind == kind && $0.isOwn }),
      let shape = settings.record.pattern == nil ? head.shape : .text
    else { return nil }
    return (MappedFormat(own), shape)
  }

  /// A format of ours is read through a mapping where there is one, or where columns are ours but for their case.
  private func inOurCase(_ format: any Format, _ head: Head, _ settings: SourceSettings) -> any Format {
    guard format.isOwn else { return format }
    let ours = Set(OwnColumns.list(of: format.kind).map(\.name))
    let isOther = head.keys.contains { !ours.contains($0) && ours.contains($0.lowercased()) }
    return settings.isMapped || isOther ? MappedFormat(format) : format
  }

  private func unrecognised(_ file: SourceFile, _ reason: String) -> RecognisedSource {
    RecognisedSource(file: file, outcome: .unrecognised(reason), why: reason)
  }

  static let empty = "the file is empty"
  private static let emptyOfUnknownKind = """
    \(empty); if nothing belongs in it yet, say in an entry under `inputs` what it is for, such as `kind: logs` or \
    `kind: consents`
    """

  static let otherEncoding = """
    the file is not valid UTF-8; save it as UTF-8, or say `encoding` in the configuration's `inputs`, such as \
    `windows-1252`
    """

  private static func sentence(for head: Head) -> String {
    if head.isOfOtherEncoding { return otherEncoding }
    let rest =
      """
      see how it could be read with `relay-audit inspect --suggest`, name its kind with --input KIND=PATH, or leave it \
      out
      """
    switch head.shape {
    case .table where head.header.count > 1: return "the columns of its first row match no known format; \(rest)"
    case .members, .values, .lines: return "the keys of its records match no known format; \(rest)"
    default: return "it is neither JSON, NDJSON nor CSV of a known format; \(rest)"
    }
  }
}

extension BorrowedText {
  fileprivate var isEmptyList: Bool {
    first == UInt8(ascii: "[") && last == UInt8(ascii: "]") && dropFirst().dropLast().allSatisfy(\.isWhitespace)
      && count > 1
  }
}
