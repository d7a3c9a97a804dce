import CSimdJSON
import Evidence

/// Cuts records out of JSON: members of a list under one of the given keys, elements of an array, or whole values;
/// of one document, or of several in a row.
struct JSONFramer {
  private enum State {
    /// Between documents, or between the elements of an outer array.
    case outside
    /// In an object that holds a list, before a key.
    case page
    /// In a list; the flag says whether it belongs to a page.
    case list(inPage: Bool)
    case finished
  }

  private let window: ByteWindow
  private let limit: Int
  /// The keys whose lists hold the records; empty where the values themselves are the records.
  private let listKeys: [StaticString]
  private var state = State.outside
  private var number: Int64 = 0
  private var anchor: Anchor?
  /// White space since the last line end, where there was one since the last other byte.
  private var indentation: [UInt8]?
  /// The end of the record before, and what followed it, while there is no anchor.
  private var tail: [UInt8]?
  private var openArrays = 0
  private var lent = 0

  /// The text ended before its brackets were closed.
  private(set) var isTruncated = false

  init(window: ByteWindow, listKeys: [StaticString], limit: Int) {
    self.window = window
    self.listKeys = listKeys
    self.limit = limit
  }

  mutating func next() -> Frame? {
    window.consume(lent)
    lent = 0
    while true {
      guard let byte = skipWhitespace() else { return end() }
      switch (state, byte) {
      case (.finished, _): return nil
      case (_, UInt8(ascii: ",")): step()
      case (.outside, UInt8(ascii: "{")):
        if listKeys.isEmpty { return record() }
        step()
        state = .page
      case (.outside, UInt8(ascii: "[")):
        step()
        if listKeys.isEmpty { state = .list(inPage: false) } else { openArrays += 1 }
      case (.outside, UInt8(ascii: "]")) where openArrays > 0:
        window.consume(1)
        openArrays -= 1
      case (.page, UInt8(ascii: "\"")):
        if let frame = field() { return frame }
      case (.page, UInt8(ascii: "}")):
        window.consume(1)
        state = .outside
      case (.list, UInt8(ascii: "{")): return record()
      case (.list(let inPage), UInt8(ascii: "]")):
        window.consume(1)
        state = inPage ? .page : .outside
      case (.list, UInt8(ascii: "}")), (.list, UInt8(ascii: ":")), (.page, _), (.outside, _):
        return resync(reason: "the text between records is not JSON")
      case (.list, _):
        number += 1
        return window.skipJSONValue()
          ? .fault(number: number, reason: "the record is not an object") : .cutShort(number: number)
      }
    }
  }

  /// Called when the record that was handed out last is rejected: one that lacks its closing brackets has swallowed
  /// those after it, so that reading goes on where the next one begins.
  mutating func recover() {
    let record = BorrowedText(rebasing: window.bytes[..<lent])
    learnAnchor(from: record, isWhole: false)
    if let index = anchor?.firstIndex(in: record, from: 1) { lent = index }
  }

  // MARK: - Parts

  /// Goes past one byte of punctuation.
  private mutating func step() {
    if anchor == nil, let byte = window.bytes.first { tail?.append(byte) }
    window.consume(1)
    indentation = nil
  }

  /// The next byte that is no white space, not consumed.
  private mutating func skipWhitespace() -> UInt8? {
    while true {
      let bytes = window.bytes
      var index = 0
      while index < bytes.count, bytes[index].isWhitespace {
        if anchor == nil, tail.map({ $0.count < 64 }) == true { tail?.append(bytes[index]) }
        if bytes[index] == UInt8(ascii: "\n") {
          indentation = []
        } else if anchor == nil, let length = indentation?.count, length < 64 {
          indentation?.append(bytes[index])
        }
        index += 1
      }
      if index < bytes.count {
        window.consume(index)
        return window.bytes.first
      }
      window.consume(index)
      guard window.fill() else { return nil }
    }
  }

  private mutating func end() -> Frame? {
    switch state {
    case .outside: isTruncated = isTruncated || openArrays > 0
    case .page, .list: isTruncated = true
    case .finished: break
    }
    state = .finished
    return nil
  }

  /// The object at the front of the window.
  private mutating func record() -> Frame? {
    number += 1
    var scan = rsj_scan()
    var scanned = 0
    var checkpoint = 1 << 14
    while true {
      let bytes = window.bytes
      var consumed = 0
      let status = rsj_scan_value(&scan, bytes.baseAddress.map { $0 + scanned }, bytes.count - scanned, &consumed)
      scanned += consumed
      if status == rsj_scan_closed, scanned <= limit {
        learnAnchor(from: BorrowedText(rebasing: bytes[..<scanned]), isWhole: true)
        lent = scanned
        indentation = nil
        return .record(BorrowedText(rebasing: bytes[..<scanned]), number: number, hasBackslash: scan.saw_backslash)
      }
      if status == rsj_scan_broken_text {
        learnAnchor(from: bytes, isWhole: false)
        return resync(from: 1, number: number, reason: "the record has a text without its closing quote")
      }
      if scanned >= checkpoint {
        // A record this long may lack its closing brace; the beginning of another inside of it shows that.
        checkpoint = scanned * 2
        learnAnchor(from: bytes, isWhole: false)
        if anchor?.firstIndex(in: window.bytes, from: 1) != nil { return unclosed() }
      }
      if scanned > limit { return skipOversize(&scan, from: scanned, isClosed: status == rsj_scan_closed) }
      if !window.fill() {
        learnAnchor(from: window.bytes, isWhole: false)
        if anchor?.firstIndex(in: window.bytes, from: 1) != nil { return unclosed() }
        isTruncated = true
        state = .finished
        window.consume(window.count)
        return .cutShort(number: number)
      }
    }
  }

  private mutating func unclosed() -> Frame {
    resync(from: 1, number: number, reason: "the record has a bracket or a text that is not closed")
  }

  private mutating func learnAnchor(from record: BorrowedText, isWhole: Bool) {
    guard anchor == nil else { return }
    anchor = Anchor(indentation: indentation, tail: tail, record: record, isWhole: isWhole)
    tail = isWhole ? Array(record.suffix(2)) : nil
  }

  /// Goes on with a record that is too large to be kept, to find its end.
  private mutating func skipOversize(_ scan: inout rsj_scan, from scanned: Int, isClosed: Bool) -> Frame {
    let reason = Oversize.reason(limit: limit)
    window.consume(scanned)
    indentation = nil
    if isClosed { return .fault(number: number, reason: reason) }
    while true {
      let bytes = window.bytes
      var consumed = 0
      let status = rsj_scan_value(&scan, bytes.baseAddress, bytes.count, &consumed)
      window.consume(consumed)
      if status == rsj_scan_closed { return .fault(number: number, reason: reason) }
      if status == rsj_scan_broken_text { return resync(from: 0, number: number, reason: reason) }
      guard window.fill() else {
        isTruncated = true
        state = .finished
        return .cutShort(number: number)
      }
    }
  }

  /// A key of a page, with the value after it unless that is a list of records.
  private mutating func field() -> Frame? {
    guard let key = window.takeJSONString() else { return cutInPage() }
    let isList = listKeys.contains { literal in key.withUnsafeBufferPointer { $0.isEqual(to: literal) } }
    guard skipWhitespace() == UInt8(ascii: ":") else {
      return window.isAtEnd && window.count == 0 ? cutInPage() : resync(reason: "a key is not followed by a colon")
    }
    window.consume(1)
    guard let byte = skipWhitespace() else { return cutInPage() }
    if isList, byte == UInt8(ascii: "[") {
      window.consume(1)
      indentation = nil
      state = .list(inPage: true)
      return nil
    }
    return window.skipJSONValue() ? nil : cutInPage()
  }

  private mutating func cutInPage() -> Frame? {
    isTruncated = true
    state = .finished
    return nil
  }

  // MARK: - After a fault

  private mutating func resync(reason: String) -> Frame {
    number += 1
    return resync(from: 0, number: number, reason: reason)
  }

  /// Goes to the next place where a record begins, or to the end.
  private mutating func resync(from start: Int, number: Int64, reason: String) -> Frame {
    indentation = nil
    guard let anchor else {
      window.consume(window.count)
      while window.fill() { window.consume(window.count) }
      isTruncated = false
      state = .finished
      return .fault(number: number, reason: reason + "; nothing after it could be read")
    }
    var start = start
    while true {
      if let index = anchor.firstIndex(in: window.bytes, from: start) {
        window.consume(index)
        beginAgain()
        return .fault(number: number, reason: reason)
      }
      // The anchor may be cut by the window's end; what lies before `start` must not be found.
      let keep = min(window.count, anchor.bytes.count - 1)
      let drop = min(window.count, max(window.count - keep, start - anchor.lead))
      window.consume(drop)
      start = max(0, start - drop)
      guard window.fill() else {
        window.consume(window.count)
        state = .finished
        return .fault(number: number, reason: reason)
      }
    }
  }

  /// Sets the state for the brace at the front of the window.
  private mutating func beginAgain() {
    if listKeys.isEmpty {
      if case .page = state { state = .outside }
      return
    }
    // The next page begins like a record where both begin on lines of their own.
    window.fill(to: 64)
    let rest = BorrowedText(rebasing: window.bytes.dropFirst()).trimmed
    let isPage =
      rest.first == UInt8(ascii: "\"")
      && (listKeys + ["kind"]).contains { key in
        let name = BorrowedText(key)
        return BorrowedText(rebasing: rest.dropFirst()).starts(with: name)
          && rest.count > name.count + 1 && rest[name.count + 1] == UInt8(ascii: "\"")
      }
    state = isPage ? .outside : .list(inPage: true)
  }
}
