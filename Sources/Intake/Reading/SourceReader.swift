import CSimdJSON
package import Evidence

/// Reads recognised files into a sink.
package struct SourceReader {
  let options: IntakeOptions
  /// Credentials from files other than their accounts'.
  private let joined: JoinedCredentials

  /// - Parameter sources: all that will be read.
  package init(options: IntakeOptions, sources: [RecognisedSource] = []) {
    self.options = options
    joined = JoinedCredentials(sources, options: options)
  }

  /// A reader without other sources.
  var forTimesAlone: SourceReader { SourceReader(options: options) }

  /// Reads one source to its end, whatever is wrong with it. The summary has what could not be used.
  ///
  /// - Throws: what the sink throws besides `RecordRejection`, which ends the run.
  package func read(
    _ source: RecognisedSource, ordinal: SourceOrdinal, into sink: inout some EvidenceSink
  ) throws -> SourceSummary {
    if let later = source.supersededBy { return passOver(source, for: later) }
    var summary = try readSettlingCapture(of: source, ordinal: ordinal, into: &sink)
    // Even after a file that could not be read, the credentials of the others are evidence.
    try joined.takeUnclaimed(after: source.format) { place, record in
      do {
        _ = try sink.accept(record, at: place)
      } catch let rejection as RecordRejection {
        summary.rejected += 1
        summary.rejects.append(Reject(locator: "credentials of a user who is in no file", reason: rejection.reason))
      }
    }
    return summary
  }

  /// Hashes a superseded copy, which is not read. It makes no difference whether it could be.
  private func passOver(_ source: RecognisedSource, for later: String) -> SourceSummary {
    var summary = SourceSummary(
      path: source.file.path, kind: source.kind, format: nil, why: source.why, capture: source.file.capture)
    if case .recognised(_, let name) = source.outcome { summary.format = name }
    summary.supersededBy = later
    if let stream = try? ByteStream(path: source.file.systemPath, chunkSize: options.chunkSize) {
      try? stream.drain()
      summary.sha256 = stream.sha256
      summary.bytes = stream.byteCount
    }
    return summary
  }

  /// Reads one source, without what other files have for it.
  func readAlone(
    _ source: RecognisedSource, ordinal: SourceOrdinal, into sink: inout some EvidenceSink
  ) throws -> SourceSummary {
    var tally = Tally(
      summary: SourceSummary(
        path: source.file.path, kind: nil, format: nil, why: source.why, capture: source.file.capture),
      limit: options.rejectLimit, locators: source.locators,
      secrets: SecretScan(kind: source.kind, format: source.format),
      names: NameScan(source.file.settings, kind: source.kind))
    let text: OpenText
    do throws(ReadFailure) {
      if let opened = source.opened { text = opened } else { text = try OpenText(source.file, options: options) }
    } catch {
      tally.fail(error.reason)
      tally.summary.isInaccessible = true
      return tally.summary
    }
    tally.encoding = text.stream.encoding
    tally.meter = options.meter
    // A workbook's sheets are read in place of the file's own bytes.
    if source.workbook == nil { text.stream.measure(by: options.meter) }
    text.begin(source.workbook)
    for sheet in source.workbook?.missing ?? [] { tally.reject(locator: sheet.locator, sheet.reason) }
    tally.summary.sheetsLeftOut = source.workbook?.others ?? []
    if case .recognised(let kind, let name) = source.outcome, let format = source.format, let shape = source.shape {
      tally.summary.kind = kind
      tally.summary.format = name
      let context = ReaderContext(
        options: options, settings: source.file.settings, shape: shape, locators: source.locators,
        file: source.file, joined: joined)
      do {
        var reader = try format.makeReader(context)
        try run(&reader, source, shape: shape, text: text, ordinal: ordinal, sink: &sink, tally: &tally)
        for reject in try reader.end(into: &sink) {
          if reject.isAllOfRecord { tally.summary.records -= 1 }
          tally.reject(reject.place.number, reject.reason)
        }
        reader.complete(&tally.summary)
        tally.summary.columnsIgnored.removeAll(where: tally.untitled.blank.contains)
      } catch let failure as ReadFailure {
        tally.fail(failure.reason)
      }
    } else if case .unreadable(let reason) = source.outcome {
      tally.fail(reason)
    } else {
      lookForSecrets(in: text.window, &tally)
    }
    tally.keepNames()
    tally.summary.secrets = tally.secrets.found.values.sorted { $0.kind.rawValue < $1.kind.rawValue }
    finish(text, &tally)
    return tally.summary
  }

  private func finish(_ text: OpenText, _ tally: inout Tally) {
    text.window.stop()
    if text.stream.isCutShort {
      tally.summary.isTruncated = true
    }
    if text.stream.hasTrailingBytes {
      tally.summary.isTruncated = true
      tally.reject(
        locator: "file",
        "the compressed data is followed by something that is not gzip and was not read; export or copy the file again")
    }
    do throws(ReadFailure) {
      try text.stream.drain()
    } catch {
      if tally.summary.fileError == nil {
        tally.summary.isTruncated = true
        tally.fail(error.reason)
      }
    }
    tally.summary.sha256 = text.stream.sha256
    tally.summary.bytes = text.stream.byteCount
  }

  private func run(
    _ reader: inout any RecordReader, _ source: RecognisedSource, shape: Shape, text: OpenText,
    ordinal: SourceOrdinal, sink: inout some EvidenceSink, tally: inout Tally
  ) throws {
    let window = text.window
    switch shape {
    case .members, .values:
      try readJSON(
        &reader, source, ordinal: ordinal, sink: &sink, tally: &tally,
        JSONFramer(
          window: window, listKeys: shape == .members ? Shape.listKeys : [], needsList: reader.needsList,
          limit: options.recordSizeLimit))
    case .lines:
      try readJSON(
        &reader, source, ordinal: ordinal, sink: &sink, tally: &tally,
        LineFramer(window: window, limit: options.recordSizeLimit))
    case .table:
      try readTable(
        &reader, window: window, source, ordinal: ordinal, sink: &sink, tally: &tally)
    case .text:
      try readText(
        &reader, window: window, pattern: source.file.settings.record.pattern ?? "", ordinal: ordinal, sink: &sink,
        tally: &tally)
    case .firebaseRows:
      var framer = FirebaseRowFramer(window: window, limit: options.recordSizeLimit)
      while let frame = framer.next() {
        switch frame {
        case .row(let fields, let number):
          tally.secrets.look(atRow: fields, number)
          _ = try read(at: Place(source: ordinal, number: number), tally: &tally) { place throws in
            try reader.read(fields, at: place, into: &sink)
          }
        case .fault(let number, let reason): tally.reject(number, reason)
        case .cutShort(let number): tally.cutShort(number)
        }
      }
    }
    // A gzip file that ends early is reported once, as a truncated text.
    if let failure = window.failure {
      tally.summary.isTruncated = true
      tally.fail(failure.reason)
    }
  }

  private func readJSON(
    _ reader: inout any RecordReader, _ source: RecognisedSource, ordinal: SourceOrdinal,
    sink: inout some EvidenceSink, tally: inout Tally, _ framer: any RecordFramer
  ) throws {
    let parser = try JSONParser()
    // Records of a stream do not wait for those that come later.
    let helpers = source.file.isRegular ? options.helpers : .none
    var ahead = FramingAhead(framer, scan: tally.secrets, helpers: helpers)
    func giveUp(_ record: BorrowedText) {
      let text = Array(record)
      let length = ahead.giveUp(record)
      text.withUnsafeBufferPointer { tally.names.look(atJSON: BorrowedText(rebasing: $0.prefix(length))) }
    }
    while let framed = try ahead.next() {
      switch framed.frame {
      case .record(let bytes, let number, let hasBackslash):
        if let secrets = framed.secrets { tally.secrets.note(secrets, number) }
        let value: JSONValue
        do throws(JSONFault) {
          value = if let parsed = framed.value { parsed } else { try parser.parse(padded: bytes) }
        } catch {
          if LineFramer.holdsSeveral(bytes) {
            tally.reject(number, LineFramer.severalReason)
          } else if framed.endsText {
            tally.cutShort(number)
          } else {
            tally.reject(number, error.reason)
          }
          giveUp(bytes)
          continue
        }
        guard value.isObject else {
          if value.isNull, reader.skipsNull {
            tally.count(Reading(isSkipped: true))
            continue
          }
          tally.reject(number, "the record is not an object")
          tally.names.look(atJSON: bytes)
          continue
        }
        let isUsed = try read(at: Place(source: ordinal, number: number), tally: &tally) { place throws in
          try reader.read(value, hasBackslash: hasBackslash, at: place, into: &sink)
        }
        if !isUsed { giveUp(bytes) }
      case .fault(let number, let reason, let text):
        tally.reject(number, reason)
        text.withUnsafeBufferPointer { tally.names.look(atJSON: $0) }
      case .cutShort(let number): tally.cutShort(number)
      }
    }
    ahead.complete(&tally.summary)
    reader.look(atPages: ahead.pageFields)
  }

  private func readTable(
    _ reader: inout any RecordReader, window: ByteWindow, _ source: RecognisedSource, ordinal: SourceOrdinal,
    sink: inout some EvidenceSink, tally: inout Tally
  ) throws {
    if source.hasBareReturns { return tally.fail(BareReturn.reason) }
    var framer = CSVFramer(
      window: window, limit: options.recordSizeLimit, delimiter: source.delimiter, isOfSheets: source.workbook != nil)
    var hasHeader = false
    while let frame = framer.next() {
      switch frame {
      case .row(let row, let number) where !hasHeader:
        hasHeader = true
        do throws(RecordRejection) {
          try CSVText.check(row.fields)
          tally.untitled = UntitledColumns(row.fields.map { $0.trimmedOfUnseen.string })
          let header = tally.untitled.titles
          tally.secrets.look(atHeader: header)
          tally.names.begin(header: header)
          try reader.begin(header: header)
        } catch {
          tally.fail(error.reason, locator: tally.locators.text(number))
          return
        }
      // Spreadsheets write a row of separators for one that is empty.
      case .row(let row, _) where row.fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }): continue
      case .row(let row, let number):
        tally.secrets.look(atRow: row.fields, number)
        tally.untitled.look(atRow: row.fields)
        let isUsed = try read(at: Place(source: ordinal, number: number), tally: &tally) { place throws in
          try CSVText.check(row.fields)
          return try reader.read(row.fields, at: place, into: &sink)
        }
        if !isUsed {
          tally.names.look(atRow: row.fields)
          // The end of the file may be in the middle of its last field.
          if framer.endsInRow { tally.summary.isTruncated = true }
        }
      case .misfit(_, let number, let reason) where !hasHeader:
        tally.fail(reason, locator: tally.locators.text(number))
        return
      case .misfit(let row, let number, let reason):
        tally.reject(number, reason)
        tally.names.look(atRow: row.fields)
      case .fault(let number, let reason) where !hasHeader:
        tally.fail(reason, locator: tally.locators.text(number))
        return
      case .fault(let number, let reason): tally.reject(number, reason)
      case .cutShort(let number): tally.cutShort(number)
      }
    }
    if framer.isOpenAtEnd { tally.summary.isTruncated = true }
  }

  @inline(__always)
  func read(at place: Place, tally: inout Tally, _ body: (Place) throws -> Reading) throws -> Bool {
    do {
      tally.count(try body(place))
      return true
    } catch let rejection as RecordRejection {
      tally.reject(place.number, rejection.reason)
      return false
    }
  }
}

/// Checks of CSV that the JSON parser makes for JSON.
enum CSVText {
  static func check(_ fields: [BorrowedText]) throws(RecordRejection) {
    for field in fields where !field.isEmpty {
      if field.hasNUL { throw RecordRejection("the record contains a NUL character") }
      if !rsj_is_utf8(field.baseAddress, field.count) {
        throw RecordRejection(TextEncoding.notUTF8)
      }
    }
  }
}
