import CSimdJSON
import Evidence

/// Skips what a framer does not keep.
extension ByteWindow {
  /// The bytes between the quotes of a key; nil if the text ends first. Longer keys than ours are cut.
  func takeJSONString() -> [UInt8]? {
    consume(1)
    var result: [UInt8] = []
    var isEscaped = false
    while true {
      var index = 0
      for byte in bytes {
        index += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          consume(index)
          return result
        }
        if result.count < 64 { result.append(byte) }
      }
      consume(index)
      guard fill() else { return nil }
    }
  }

  /// Skips one value of any type and any size; false where the text ends inside of it.
  func skipJSONValue() -> Bool {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "\"") { return takeJSONString() != nil }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      var scan = rsj_scan()
      while true {
        let bytes = bytes
        var consumed = 0
        let status = rsj_scan_value(&scan, bytes.baseAddress, bytes.count, &consumed)
        consume(consumed)
        if status != rsj_scan_open { return true }
        guard fill() else { return false }
      }
    }
    // A number or a word ends where another token begins.
    var isStarted = false
    while true {
      let bytes = bytes
      let isEnd = { (byte: UInt8) in byte.isWhitespace || ",]}[{\":".utf8.contains(byte) }
      if let index = bytes.firstIndex(where: isEnd) {
        // A stray mark counts as a value, so that reading goes on.
        consume(isStarted ? index : max(index, 1))
        return true
      }
      isStarted = isStarted || !bytes.isEmpty
      consume(bytes.count)
      guard fill() else { return false }
    }
  }
}
