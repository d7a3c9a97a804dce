import Evidence

extension FirebaseRow {
  /// The fields of a line whose quotes or commas were not escaped; nil if they stay ambiguous.
  ///
  /// The two times are the landmark: no other two adjacent fields are numbers of 12 to 14 digits. Stray commas and
  /// quotes are in names, to the left of them, or in claims, to the right.
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

  /// Columns 0 to 22. Only names hold stray commas. Of all ways to distribute the surplus cells among the names, the
  /// one that leaves addresses and photos in their columns is taken, if there is only one.
  private static func leftFields(_ cells: [BorrowedText]) -> [BorrowedText]? {
    let surplus = cells.count - createdAt
    guard (0...8).contains(surplus) else { return nil }
    var found: [(fields: [BorrowedText], isQuoted: Bool)] = []
    distribute(surplus, over: names.count, into: []) { shares in
      var fields: [BorrowedText] = []
      var index = 0
      var isQuoted = true
      while index < cells.count {
        let share = names.firstIndex(of: fields.count).map { shares[$0] } ?? 0
        guard index + share < cells.count, let field = joined(cells[index...(index + share)]) else { return }
        // From 6.11.0 on, a name with a comma stands in quotes.
        if share > 0, field.first != UInt8(ascii: "\"") || field.last != UInt8(ascii: "\"") { isQuoted = false }
        fields.append(field)
        index += share + 1
      }
      guard fields.count == createdAt, isPlausible(fields) else { return }
      found.append((fields, isQuoted))
    }
    let quoted = found.filter(\.isQuoted)
    let best = quoted.isEmpty ? found : quoted
    return best.count == 1 ? best.first?.fields : nil
  }

  private static let names = [5, 9, 13, 17, 21]

  private static func distribute(_ rest: Int, over places: Int, into shares: [Int], _ body: ([Int]) -> Void) {
    if places == 1 { return body(shares + [rest]) }
    for share in 0...rest { distribute(rest - share, over: places - 1, into: shares + [share], body) }
  }

  private static func isPlausible(_ fields: [BorrowedText]) -> Bool {
    let photos = [6, 10, 14, 18, 22].map { fields[$0] }
    let addresses = [1, 8, 12, 16, 20].map { fields[$0] }
    return photos.allSatisfy { $0.isEmpty || $0.contains("://") && !$0.contains(UInt8(ascii: " ")) }
      && addresses.allSatisfy {
        $0.isEmpty
          || $0.contains(UInt8(ascii: "@")) && !$0.contains(UInt8(ascii: " ")) && !$0.contains(UInt8(ascii: "\""))
      }
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
