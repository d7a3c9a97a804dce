import Evidence

/// Recognises UTF-16 and UTF-32 without a byte order mark, by their zero bytes.
enum Encoding {
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A sentence that says what the file is and what to do; nil for text.
  static func obstacle(_ bytes: BorrowedText) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return wide }
    // UTF-16 and UTF-32 show by NULs that alternate with ASCII.
    let sample = bytes.prefix(1024)
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quarter = sample.count / 4
    let isMostly = zeros.map { $0 * 10 >= quarter * 8 }
    if isMostly.filter({ $0 }).count == 3 { return wide }
    if isMostly == [true, false, true, false] || isMostly == [false, true, false, true] {
      return
        "the file is UTF-16 without a byte order mark; say `encoding: utf-16` in the configuration's `inputs`, or save "
        + "it as UTF-8"
    }
    return nil
  }

  private static let wide = "the file is UTF-32; save it as UTF-8"
}
