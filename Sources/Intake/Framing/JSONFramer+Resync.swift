import Evidence

/// Reading on after a fault.
extension JSONFramer {
  /// Bytes of a fault that are handed out.
  static let mostFaultText = 4096

  mutating func resync(reason: String) -> Frame {
    number += 1
    return resync(from: 0, number: number, reason: reason)
  }

  /// Skips to where the next record begins, or to the end of the text.
  mutating func resync(from start: Int, number: Int64, reason: String) -> Frame {
    boundary.forgetIndentation()
    isAstray = true
    guard let anchor = boundary.anchor else {
      let text = Array(window.bytes.prefix(Self.mostFaultText))
      window.consume(window.count)
      while window.fill() { window.consume(window.count) }
      isTruncated = true
      state = .finished
      return .fault(number: number, reason: reason + "; nothing after it could be read", text: text)
    }
    var text: [UInt8]?
    var start = start
    var last: UInt8?
    while true {
      let index = anchor.firstIndex(in: window.bytes, from: start)
      let known = text ?? Array(window.bytes.prefix(min(index ?? .max, Self.mostFaultText)))
      text = known
      if let index {
        window.consume(index)
        beginAgain()
        return .fault(number: number, reason: reason, text: known)
      }
      // The anchor may straddle the window's end. What lies before `start` must not be found.
      let keep = min(window.count, anchor.bytes.count - 1)
      let drop = min(window.count, max(window.count - keep, start - anchor.lead))
      last = window.bytes.last { !$0.isWhitespace } ?? last
      window.consume(drop)
      start = max(0, start - drop)
      guard window.fill() else {
        window.consume(window.count)
        // A text that closes its brackets after the fault has lost one record only.
        isTruncated = isTruncated || last != UInt8(ascii: "]") && last != UInt8(ascii: "}")
        state = .finished
        return .fault(number: number, reason: reason, text: known)
      }
    }
  }

  /// Whether the brace at the front of the window begins a record, where brackets that belong to a rejected one may
  /// have ended the list: otherwise all records after it would be taken for pages without records.
  mutating func continuesList() -> Bool {
    guard isAstray, !listKeys.isEmpty, let anchor = boundary.anchor, !anchor.isIndented else { return false }
    window.fill(to: anchor.opening.count)
    return window.bytes.starts(with: anchor.opening)
  }

  /// Sets the state for the brace at the front of the window.
  private mutating func beginAgain() {
    if listKeys.isEmpty {
      if case .page = state { state = .outside }
      return
    }
    // The next page begins like a record where both begin on lines of their own.
    window.fill(to: 64)
    // No byte more, though more may be there: what the text says must not depend on where reads end.
    let rest = BorrowedText(rebasing: window.bytes.prefix(64).dropFirst()).trimmed
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
