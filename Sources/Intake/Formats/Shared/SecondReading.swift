import Evidence

/// Reads a file once more, for formats in which the meaning of a record depends on later records or another file.
struct SecondReading {
  let source: RecognisedSource
  let options: IntakeOptions

  var file: SourceFile { source.file }

  /// A pipe has no records: it can be read once. Nor has an object without the lists: the first reading says what a
  /// file must have.
  ///
  /// - Parameters:
  ///   - listKeys: keys of lists, where the file is one object with lists.
  ///   - damaged: takes the number and the fault of each record that cannot be read. Those of a file's own list are
  ///     reported when the file is read for good.
  func forEachRecord(
    _ listKeys: [StaticString], _ body: (RecordFields) throws -> Void,
    damaged: (_ number: Int64, _ reason: String) -> Void = { _, _ in }
  ) {
    guard source.file.isRegular, let text = try? OpenText(source.file, options: options), let parser = try? JSONParser()
    else { return }
    defer { text.window.stop() }
    func read(_ frame: Frame) {
      switch frame {
      case .record(let bytes, let number, _):
        do {
          let value = try parser.parse(padded: bytes)
          guard value.isObject else { return damaged(number, "it is not an object") }
          try body(RecordFields(value, timeRange: .min ... .max))
        } catch let fault as JSONFault {
          damaged(number, fault.reason)
        } catch {
          damaged(number, (error as? RecordRejection)?.reason ?? "\(error)")
        }
      case .fault(let number, let reason, _): damaged(number, reason)
      case .cutShort(let number): damaged(number, "the file ends inside of it")
      }
    }
    if source.shape == .lines {
      var framer = LineFramer(window: text.window, limit: options.recordSizeLimit)
      while let frame = framer.next() { read(frame) }
    } else {
      var framer = JSONFramer(
        window: text.window, listKeys: source.shape == .members ? listKeys : [], needsList: false,
        limit: options.recordSizeLimit)
      while let frame = framer.next() { read(frame) }
    }
  }

  /// What the beginning of the file shows.
  func outline() -> JSONOutline? {
    guard source.file.isRegular, let text = try? OpenText(source.file, options: options) else { return nil }
    defer { text.window.stop() }
    text.window.fill(to: Head.size)
    return JSONOutline(BorrowedText(rebasing: text.window.bytes.prefix(Head.size)))
  }
}
