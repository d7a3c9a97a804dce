import Evidence

/// Files that are no UTF-8 text at all, told by their first bytes.
enum Encoding {
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A sentence that says what the file is and what to do; nil for text.
  static func obstacle(_ bytes: BorrowedText) -> String? {
    for (mark, name) in marks where bytes.starts(with: mark) {
      return name
    }
    // Without a mark, UTF-16 and UTF-32 show by NULs that alternate with ASCII.
    let sample = bytes.prefix(1024)
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let quarter = sample.count / 4
    let isMostly = zeros.map { $0 * 10 >= quarter * 8 }
    if isMostly.filter({ $0 }).count == 3 { return advice("UTF-32") }
    if isMostly == [true, false, true, false] || isMostly == [false, true, false, true] { return advice("UTF-16") }
    return nil
  }

  private static func advice(_ name: String) -> String { "the file is \(name); save it as UTF-8" }

  private static let marks: [([UInt8], String)] = [
    ([0xFF, 0xFE, 0, 0], advice("UTF-32")),
    ([0, 0, 0xFE, 0xFF], advice("UTF-32")),
    ([0xFF, 0xFE], advice("UTF-16")),
    ([0xFE, 0xFF], advice("UTF-16")),
    (Array("PK\u{3}\u{4}".utf8), "the file is a ZIP archive; unpack it, or compress it with gzip instead"),
    ([0x28, 0xB5, 0x2F, 0xFD], "the file is compressed with zstd; decompress it, or use gzip instead"),
    (Array("BZh".utf8), "the file is compressed with bzip2; decompress it, or use gzip instead"),
    ([0xFD] + Array("7zXZ".utf8), "the file is compressed with xz; decompress it, or use gzip instead"),
    (Array("SQLite format 3\u{0}".utf8), "the file is an SQLite database; export its tables as CSV or NDJSON"),
    (Array("%PDF-".utf8), "the file is a PDF document, which holds no records"),
  ]
}
