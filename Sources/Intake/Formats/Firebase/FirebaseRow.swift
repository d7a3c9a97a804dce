import Evidence

/// The columns of the Firebase CLI's CSV, which has no header.
enum FirebaseRow {
  /// Fields of a row by version of the CLI; every row ends with a comma, so the last field is empty.
  static let widths: Set<Int> = [27, 28, 29, 53]
  static let newWidth = 53

  static let uid = 0
  static let email = 1
  static let emailVerified = 2
  static let passwordHash = 3
  static let photoURL = 6
  static let createdAt = 23
  static let lastSignedInAt = 24
  static let phoneNumber = 25
  static let disabled = 26
  static let customAttributes = 27
  /// Each credential has four columns: raw id, email, display name, photo.
  static let credentials: [(provider: StaticString, column: Int)] = [
    ("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19), ("apple.com", 28),
    ("microsoft.com", 32), ("gc.apple.com", 36), ("playgames.google.com", 40), ("linkedin.com", 44), ("yahoo.com", 48),
  ]

  /// Whether the fields stand in their columns: a row is never read with its columns shifted.
  static func fits(_ fields: [BorrowedText]) -> Bool {
    guard widths.contains(fields.count), fields.last?.isEmpty == true, !fields[uid].isEmpty else { return false }
    return isFlag(fields[emailVerified]) && isTime(fields[createdAt]) && isTime(fields[lastSignedInAt])
      && (fields.count < 28 || isFlag(fields[disabled]))
  }

  private static func isFlag(_ field: BorrowedText) -> Bool {
    let field = field.trimmed
    return field.isEmpty || field.isEqual(to: "true") || field.isEqual(to: "false")
  }

  private static func isTime(_ field: BorrowedText) -> Bool {
    let field = field.trimmed
    return field.isEmpty || isMilliseconds(field)
  }

  /// 12 to 14 digits: from 1973 to 5138.
  static func isMilliseconds(_ field: BorrowedText) -> Bool {
    (12...14).contains(field.count) && field.allSatisfy { $0.isDigit }
  }

  /// The fields of a line whose quotes or commas were not escaped; nil where it stays ambiguous.
  ///
  /// The two times are the landmark: they are adjacent, and nothing else is two numbers of 12 to 14 digits side by
  /// side. To their left only names hold stray commas and quotes, to their right only claims.
  static func recovered(_ line: BorrowedText) -> [BorrowedText]? {
    var line = line
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      line = BorrowedText(rebasing: line.dropLast())
    }
    guard line.last == UInt8(ascii: ",") else { return nil }
    let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { BorrowedText(rebasing: $0) }
    guard cells.count >= 27 else { return nil }
    let marks = cells.indices.dropLast().filter { isMilliseconds(cells[$0]) && isMilliseconds(cells[$0 + 1]) }
    guard marks.count == 1, let mark = marks.first, let left = leftFields(Array(cells[..<mark])) else { return nil }
    guard let right = rightFields(Array(cells[mark...])) else { return nil }
    let fields = left + right
    return fits(fields) ? fields : nil
  }

  /// Columns 0 to 22.
  private static func leftFields(_ cells: [BorrowedText]) -> [BorrowedText]? {
    if cells.count == createdAt { return cells }
    guard cells.count > createdAt else { return nil }
    // Names are joined while a quote that opened one is not closed.
    var fields: [BorrowedText] = []
    var index = 0
    while index < cells.count {
      var cell = cells[index]
      let column = fields.count
      let isName = column == 5 || (column >= 7 && column < createdAt && (column - 7) % 4 == 2)
      if isName, cell.first == UInt8(ascii: "\"") {
        var end = index
        while end < cells.count - 1, !(cells[end].last == UInt8(ascii: "\"") && (end > index || cells[end].count > 1)) {
          end += 1
        }
        cell = joined(cells[index...end]) ?? cell
        index = end
      }
      fields.append(cell)
      index += 1
    }
    if fields.count == createdAt { return fields }
    // Without quotes, it is the user's own name that holds the commas where no credential has a name.
    let surplus = cells.count - createdAt
    guard cells.count > 5 + surplus, let name = joined(cells[5...(5 + surplus)]) else { return nil }
    let rest = Array(cells[(6 + surplus)...])
    // An address is never a name's neighbour on the wrong side: a photo is a URL, or nothing.
    guard rest.first.map({ $0.isEmpty || $0.hasPrefix("http") }) == true else { return nil }
    let credentialNames = stride(from: 9, to: createdAt, by: 4).map { rest[$0 - 6] }
    guard credentialNames.allSatisfy({ $0.isEmpty || !$0.hasPrefix("http") }) else { return nil }
    return Array(cells[..<5]) + [name] + rest
  }

  /// Columns 23 and up, the empty last one included. Claims are the only ones that may hold commas.
  private static func rightFields(_ cells: [BorrowedText]) -> [BorrowedText]? {
    if widths.contains(cells.count + createdAt) { return cells }
    let first = customAttributes - createdAt
    // Older versions have nothing after the claims. In the new layout 25 columns follow them.
    for tail in [1, 25] where cells.count > first + tail {
      let end = cells.count - tail
      guard let claims = joined(cells[first..<end]), isClaims(claims) else { continue }
      return Array(cells[..<first]) + [claims] + Array(cells[end...])
    }
    return nil
  }

  private static func isClaims(_ text: BorrowedText) -> Bool {
    let isQuoted = text.first == UInt8(ascii: "\"") && text.last == UInt8(ascii: "\"") && text.count > 1
    let inner = isQuoted ? BorrowedText(rebasing: text.dropFirst().dropLast()) : text
    return inner.first == UInt8(ascii: "{") && inner.last == UInt8(ascii: "}")
  }

  /// Neighbouring cells as the one stretch of the line that they are.
  private static func joined(_ cells: ArraySlice<BorrowedText>) -> BorrowedText? {
    guard let first = cells.first?.baseAddress, let last = cells.last, let end = last.baseAddress else { return nil }
    return BorrowedText(start: first, count: end + last.count - first)
  }
}
