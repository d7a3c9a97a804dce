import CSimdJSON
import Evidence

/// Cuts records out of JSON: members of a list under one of the given keys, elements of an array, or whole values;
/// of one document, or of several in a row.
struct JSONFramer {
  enum State {
    /// Between documents, or between the elements of an outer array.
    case outside
    /// In an object that holds a list, before a key.
    case page
    /// In a list; the flag says whether it belongs to a page.
    case list(inPage: Bool)
    case finished
  }

  let window: ByteWindow
  /// Bytes; a larger record is skipped.
  let limit: Int
  /// The keys whose lists hold the records; empty where the values themselves are the records.
  let listKeys: [StaticString]
  /// Whether an object that names none of these lists is a fault.
  private let needsList: Bool
  var state = State.outside
  /// Of the record that began last, from 1.
  var number: Int64 = 0
  var boundary = RecordBoundary()
  private var openArrays = 0
  /// A record longer than this that seems to hold the beginning of another is taken to lack its closing bracket.
  /// Shorter ones are left to the parser. What a record is must not depend on where reads end, so the answer depends on
  /// the bytes before its end alone.
  var suspicion: Reach
  /// A longer record that is rejected is given up as a whole.
  private var recovery: Reach
  /// Bytes of the record that was handed out last. They are consumed when the next one is asked for, because until then
  /// the caller has them.
  var lent = 0

  /// Whether brackets may not mean what they seem to, since reading went on within a record.
  var isAstray = false
  /// The text ended before its brackets were closed, or the rest of it could not be read.
  var isTruncated = false
  /// Facts that the pages read so far state about themselves.
  private(set) var pages = PageFacts()

  init(window: ByteWindow, listKeys: [StaticString], needsList: Bool = true, limit: Int) {
    self.window = window
    self.listKeys = listKeys
    self.needsList = needsList
    self.limit = limit
    suspicion = Reach(min(1 << 20, limit), least: Self.leastReach)
    recovery = Reach(limit, least: Self.leastReach)
  }

  private static let leastReach = 16 << 10

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
        if continuesList() {
          state = .list(inPage: true)
          return record()
        }
        step()
        state = .page
        pages.begin()
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
        if pages.endWithoutList(), needsList || pages.namesList { return noList() }
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

  /// Called when the record that was handed out last is rejected. A record without its closing brackets has swallowed
  /// those after it, so reading continues where the next one begins.
  ///
  /// - Returns: how many bytes of it belong to the record, whose own bytes the caller has no longer.
  mutating func recover() -> Int {
    let record = BorrowedText(rebasing: window.bytes[..<lent])
    boundary.learn(from: record, isWhole: false)
    guard let anchor = boundary.anchor, let index = anchor.firstIndex(in: record, from: 1) else { return lent }
    // What it holds is then a part of it that begins as records do.
    if !anchor.isIndented, isFollowedAsWhole(by: anchor) { return lent }
    isAstray = true
    // Records that are nested many times would each be read again and again: the inner ones are lost with the outer.
    if lent > recovery.bytes {
      isTruncated = true
    } else {
      lent = index
      recovery.count()
    }
    return lent
  }

  /// Whether what follows the record that was handed out last is what follows a whole one: another record, or the end
  /// of the list. One that has swallowed others has taken the list's end for its own.
  private func isFollowedAsWhole(by anchor: Anchor) -> Bool {
    var index = lent
    func next() -> UInt8? {
      while true {
        let bytes = window.bytes
        while index < bytes.count, bytes[index].isWhitespace { index += 1 }
        if index < bytes.count { return bytes[index] }
        guard window.fill() else { return nil }
      }
    }
    switch (state, next()) {
    case (.outside, UInt8(ascii: "{")?), (.list(inPage: false), UInt8(ascii: "]")?): return true
    case (.list(inPage: true), UInt8(ascii: "]")?):
      index += 1
      let after = next()
      return after == UInt8(ascii: "}") || after == UInt8(ascii: ",")
    case (.list, UInt8(ascii: ",")?):
      index += 1
      guard next() != nil else { return false }
      window.fill(to: index + anchor.opening.count)
      return window.bytes.dropFirst(index).starts(with: anchor.opening)
    default: return false
    }
  }

  // MARK: - Parts

  /// An object that was taken for a page, and has something else than records.
  private mutating func noList() -> Frame {
    number += 1
    return .fault(number: number, reason: "the object has no list of records, as those around it have")
  }

  /// Consumes one byte of punctuation.
  private mutating func step() {
    if let byte = window.bytes.first { boundary.note(punctuation: byte) }
    window.consume(1)
  }

  /// The next byte that is not white space; it is not consumed.
  private mutating func skipWhitespace() -> UInt8? {
    while true {
      let bytes = window.bytes
      var index = 0
      while index < bytes.count, bytes[index].isWhitespace {
        boundary.note(whitespace: bytes[index])
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

  /// A key of a page, with the value after it unless that is a list of records.
  private mutating func field() -> Frame? {
    guard let key = window.takeJSONString() else { return cutInPage() }
    let isList = listKeys.contains { literal in key.withUnsafeBufferPointer { $0.isEqual(to: literal) } }
    guard skipWhitespace() == UInt8(ascii: ":") else {
      return window.isAtEnd && window.count == 0 ? cutInPage() : resync(reason: "a key is not followed by a colon")
    }
    window.consume(1)
    guard let byte = skipWhitespace() else { return cutInPage() }
    let fact = PageFacts.Key(key)
    pages.note(key, isOfList: isList, isList: isList && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "n")))
    if let fact {
      guard byte != UInt8(ascii: "\"") else {
        guard let value = window.takeJSONString() else { return cutInPage() }
        pages.note(value, of: fact)
        return nil
      }
      if byte &- 0x30 < 10 {
        window.fill(to: PageFacts.longestNumber)
        pages.note(window.bytes.prefix(PageFacts.longestNumber).prefix { $0 &- 0x30 < 10 }.map(\.self), of: fact)
      }
    }
    if fact == nil, !isList {
      window.fill(to: PageFacts.keptLength)
      pages.note(BorrowedText(rebasing: window.bytes.prefix(PageFacts.keptLength)), ofOther: key)
    }
    if isList, byte == UInt8(ascii: "[") {
      window.consume(1)
      boundary.forgetIndentation()
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
}
