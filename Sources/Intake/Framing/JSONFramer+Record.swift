import CSimdJSON
import Evidence

extension JSONFramer {
  /// The object at the front of the window.
  mutating func record() -> Frame? {
    number += 1
    var scan = rsj_scan()
    var scanned = 0
    var isChecked = false
    let suspicionLength = suspicion.bytes
    while true {
      let bytes = window.bytes
      var consumed = 0
      let status = rsj_scan_value(&scan, bytes.baseAddress.map { $0 + scanned }, bytes.count - scanned, &consumed)
      scanned += consumed
      if scanned > suspicionLength, !isChecked {
        isChecked = true
        if holdsAnother(BorrowedText(rebasing: bytes[..<suspicionLength])) { return unclosed() }
      }
      if status == rsj_scan_closed, scanned <= limit {
        boundary.learn(from: BorrowedText(rebasing: bytes[..<scanned]), isWhole: true)
        lent = scanned
        boundary.forgetIndentation()
        return .record(BorrowedText(rebasing: bytes[..<scanned]), number: number, hasBackslash: scan.saw_backslash)
      }
      if status == rsj_scan_broken_text, scanned <= limit {
        // Only scanned bytes: what follows them in the window depends on where reads end.
        boundary.learn(from: BorrowedText(rebasing: bytes[..<scanned]), isWhole: false)
        return resync(from: 1, number: number, reason: "a text in the record has no closing quote")
      }
      if scanned > limit { return skipOversize(&scan, from: scanned, status) }
      if !window.fill() {
        if holdsAnother(window.bytes) { return unclosed() }
        isTruncated = true
        state = .finished
        window.consume(window.count)
        return .cutShort(number: number)
      }
    }
  }

  /// Whether another record seems to begin within the beginning of one.
  private mutating func holdsAnother(_ beginning: BorrowedText) -> Bool {
    boundary.learn(from: beginning, isWhole: false)
    return boundary.anchor?.firstIndex(in: beginning, from: 1) != nil
  }

  private mutating func unclosed() -> Frame {
    suspicion.count()
    return resync(from: 1, number: number, reason: "a bracket or a text in the record is not closed")
  }

  /// Skips the rest of a record over the limit.
  private mutating func skipOversize(_ scan: inout rsj_scan, from scanned: Int, _ status: rsj_scan_status) -> Frame {
    let reason = Oversize.reason(limit: limit)
    let text = Array(window.bytes.prefix(min(scanned, Self.mostFaultText)))
    window.consume(scanned)
    boundary.forgetIndentation()
    if status == rsj_scan_closed { return .fault(number: number, reason: reason, text: text) }
    // After a broken text the scan cannot be continued.
    if status == rsj_scan_broken_text { return resync(from: 0, number: number, reason: reason) }
    while true {
      let bytes = window.bytes
      var consumed = 0
      let status = rsj_scan_value(&scan, bytes.baseAddress, bytes.count, &consumed)
      window.consume(consumed)
      if status == rsj_scan_closed { return .fault(number: number, reason: reason, text: text) }
      if status == rsj_scan_broken_text { return resync(from: 0, number: number, reason: reason) }
      guard window.fill() else {
        isTruncated = true
        state = .finished
        return .cutShort(number: number)
      }
    }
  }
}
