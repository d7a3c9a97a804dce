import Evidence

/// Reads a file once more, for formats in which a record's meaning shows only behind it or in another file.
struct SecondReading {
  let source: RecognisedSource
  let options: IntakeOptions

  /// Records that are damaged are passed over: the reading proper names them. A pipe has none: it can be read once.
  ///
  /// - Parameter listKeys: keys of lists, where the file is one object with lists.
  func forEachRecord(_ listKeys: [StaticString], _ body: (RecordFields) throws -> Void) {
    guard source.file.isRegular, let text = try? OpenText(source.file, options: options), let parser = try? JSONParser()
    else { return }
    defer { text.window.stop() }
    func read(_ frame: Frame) {
      guard case .record(let bytes, _, _) = frame, let value = try? parser.parse(padded: bytes), value.isObject else {
        return
      }
      try? body(RecordFields(value, timeRange: .min ... .max))
    }
    if source.shape == .lines {
      var framer = LineFramer(window: text.window, limit: options.recordSizeLimit)
      while let frame = framer.next() { read(frame) }
    } else {
      var framer = JSONFramer(
        window: text.window, listKeys: source.shape == .members ? listKeys : [], limit: options.recordSizeLimit)
      while let frame = framer.next() { read(frame) }
    }
  }

  /// A text of the outermost object, where it stands near the beginning.
  func rootText(_ name: String) -> String? {
    guard source.file.isRegular, let text = try? OpenText(source.file, options: options) else { return nil }
    defer { text.window.stop() }
    text.window.fill(to: Head.size)
    return JSONOutline(BorrowedText(rebasing: text.window.bytes.prefix(Head.size))).rootTexts[name]
  }
}
