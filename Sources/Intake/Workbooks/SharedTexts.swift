import Evidence

/// The texts that a workbook keeps once and its cells refer to.
final class SharedTexts: XMLHandler {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []
  private var isInText = false
  /// Depth of phonetic readings, which repeat a text in another script.
  private var isInReading = false
  private(set) var failure: ReadFailure?

  /// Bytes of all texts together.
  private static let sizeLimit = 256 << 20
  private static let countLimit = 10_000_000

  func start(_ name: BorrowedText, _ attributes: XMLAttributes) {
    if name.isEqual(to: "t") {
      isInText = !isInReading
    } else if name.isEqual(to: "rPh") {
      isInReading = true
    }
  }

  func end(_ name: BorrowedText) {
    if name.isEqual(to: "t") {
      isInText = false
    } else if name.isEqual(to: "rPh") {
      isInReading = false
    } else if name.isEqual(to: "si") {
      let start = ends.last ?? 0
      EscapedText.decode(&bytes, from: start)
      ends.append(bytes.count)
      if ends.count > Self.countLimit { fail() }
    }
  }

  func text(_ text: BorrowedText) {
    guard isInText, failure == nil else { return }
    bytes.append(contentsOf: text)
    if bytes.count > Self.sizeLimit { fail() }
  }

  private func fail() {
    failure = ReadFailure(
      """
      the workbook has more than \(Self.countLimit) texts, or more than \(Self.sizeLimit >> 20) MiB of text; save its \
      sheets as CSV
      """)
  }

  /// Nil if there is no text of that number.
  subscript(_ index: Int) -> ArraySlice<UInt8>? {
    ends.indices.contains(index) ? bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] : nil
  }
}

/// `_x000D_` and the like, as workbooks write characters that XML does not have.
///
/// ECMA-376, part 1, section 22.9.2.19.
enum EscapedText {
  /// Replaces what is escaped from `start` on.
  static func decode(_ bytes: inout [UInt8], from start: Int) {
    guard var index = find(in: bytes, from: start) else { return }
    var plain = Array(bytes[start..<index])
    while index < bytes.count {
      if let value = value(in: bytes, at: index), let scalar = Unicode.Scalar(value) {
        plain.append(contentsOf: String(Character(scalar)).utf8)
        index += 7
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    bytes.replaceSubrange(start..., with: plain)
  }

  private static func find(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= 7 else { return nil }
    return (start...(bytes.count - 7)).first { bytes[$0] == UInt8(ascii: "_") && value(in: bytes, at: $0) != nil }
  }

  private static func value(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 7 <= bytes.count, bytes[index] == UInt8(ascii: "_"), bytes[index + 1] == UInt8(ascii: "x"),
      bytes[index + 6] == UInt8(ascii: "_")
    else { return nil }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
