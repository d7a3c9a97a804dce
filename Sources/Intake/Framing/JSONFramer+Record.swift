import CSimdJSON
import Evidence

extension JSONFramer {
  /// The object at the front of the window.
  mutating func record() -> Frame? {
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
        boundary.learn(from: BorrowedText(rebasing: bytes[..<scanned]), isWhole: true)
        lent = scanned
        boundary.forgetIndentation()
        return .record(BorrowedText(rebasing: bytes[..<scanned]), number: number, hasBackslash: scan.saw_backslash)
      }
      if status == rsj_scan_broken_text {
        boundary.learn(from: bytes, isWhole: false)
        return resync(from: 1, number: number, reason: "the record has a text without its closing quote")
      }
      if scanned >= checkpoint {
        // A record this long may lack its closing brace; the beginning of another inside of it shows that.
        checkpoint = scanned * 2
        boundary.learn(from: bytes, isWhole: false)
        if boundary.anchor?.firstIndex(in: window.bytes, from: 1) != nil { return unclosed() }
      }
      if scanned > limit { return skipOversize(&scan, from: scanned, isClosed: status == rsj_scan_closed) }
      if !window.fill() {
        boundary.learn(from: window.bytes, isWhole: false)
        if boundary.anchor?.firstIndex(in: window.bytes, from: 1) != nil { return unclosed() }
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

  /// Skips the rest of a record over the limit.
  private mutating func skipOversize(_ scan: inout rsj_scan, from scanned: Int, isClosed: Bool) -> Frame {
    let reason = Oversize.reason(limit: limit)
    window.consume(scanned)
    boundary.forgetIndentation()
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
}
