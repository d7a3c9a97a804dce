/// Finds email addresses and phone numbers in texts that are made for something else: paths, ids of requests, names of
/// providers.
///
/// An address is what stands around an `@`, or around `%40` as URLs write it. A number is a plus (or `%2B`) with seven
/// to fifteen digits, or ten digits in North America's groups. Bare digits are more often a time or an id. A URL in a
/// URL has its percent signs encoded again: `%2540`. The full-width forms of signs and digits count as these do, and
/// characters that nobody sees part no number.
enum ContactText {
  enum Contact {
    case email, phone
  }

  /// Replaces each address and each number with what `shown` returns for it.
  static func replacing(in text: String, _ shown: (Contact, String) -> String) -> String {
    guard mayHold(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var (taken, index) = (0, 0)
    while index < scalars.count {
      guard let (contact, range) = contact(in: scalars, at: index, from: taken) else {
        index += 1
        continue
      }
      result.append(contentsOf: scalars[taken..<range.lowerBound])
      var found = String.UnicodeScalarView()
      found.append(contentsOf: scalars[range])
      result.append(contentsOf: shown(contact, String(found)).unicodeScalars)
      (taken, index) = (range.upperBound, range.upperBound)
    }
    result.append(contentsOf: scalars[taken...])
    return String(result)
  }

  /// Whether the text has a sign of an address or a number, or three digits as a group. Almost no text does, and a
  /// report may have a million of them.
  private static func mayHold(_ text: String) -> Bool {
    var (digits, group) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "%"): return true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if group == 3 { return true }
        digits += 1
      case UInt8(ascii: ")") where digits == 3: return true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "): (digits, group) = (0, digits)
      // Full-width forms are among these.
      case 0xEF: return true
      // Of a space or hyphen that does not break, which has several bytes.
      case 0x80...: if digits > 0 { (digits, group) = (0, digits) }
      default: (digits, group) = (0, 0)
      }
      if digits > 0 { group = 0 }
    }
    return false
  }

  private static func contact(
    in text: [Unicode.Scalar], at index: Int, from start: Int
  ) -> (Contact, Range<Int>)? {
    switch text[index] {
    case "@", "\u{FF20}", "\u{FE6B}":
      return email(in: text, around: index..<(index + 1), from: start).map { (.email, $0) }
    case "+", "\u{FF0B}": return number(in: text, after: index..<(index + 1)).map { (.phone, $0) }
    case "%":
      let code = endOfPercents(in: text, at: index)
      if text[code...].starts(with: "40".unicodeScalars) {
        return email(in: text, around: index..<(code + 2), from: start).map { (.email, $0) }
      }
      guard isPlus(text[code...]) else { return nil }
      return number(in: text, after: index..<(code + 2)).map { (.phone, $0) }
    case "(", "0"..."9", "\u{FF10}"..."\u{FF19}": return groups(in: text, at: index).map { (.phone, $0) }
    default: return nil
    }
  }

  /// Behind a percent sign, however often it is encoded itself, as `%25`, `%2525` and so on.
  private static func endOfPercents(in text: [Unicode.Scalar], at index: Int) -> Int {
    var end = index + 1
    while text[end...].starts(with: "25".unicodeScalars) { end += 2 }
    return end
  }

  // MARK: - Addresses

  private static func email(in text: [Unicode.Scalar], around at: Range<Int>, from start: Int) -> Range<Int>? {
    // Without a host there is no need to look for a name, which may be long.
    var end = at.upperBound
    while end < text.count, isOfHost(text[end]) { end += 1 }
    while end > at.upperBound, text[end - 1] == "." || text[end - 1] == "-" { end -= 1 }
    guard end > at.upperBound else { return nil }
    var first = at.lowerBound
    if first > start, text[first - 1] == "\"", let quote = text[start..<(first - 1)].lastIndex(of: "\"") {
      first = quote
    } else {
      while first > start, isOfName(text[first - 1]) { first -= 1 }
    }
    return first < at.lowerBound ? first..<end : nil
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    isOfWord(scalar) || ".-_%+'&*!#$~".unicodeScalars.contains(scalar)
  }

  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool { isOfWord(scalar) || scalar == "." || scalar == "-" }

  /// Outside of ASCII, all but spaces, quotation marks and the `…` of what is masked.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else {
      return !("\u{2018}"..."\u{2026}").contains(scalar) && scalar != "«" && scalar != "»" && scalar != "·"
        && !scalar.properties.isWhitespace
    }
    return ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  // MARK: - Numbers

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { isOfWord(scalar) && !isDigit(scalar) }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || ("\u{FF10}"..."\u{FF19}").contains(scalar)
  }

  /// Whether the code of a plus begins the text, which stands behind a percent sign.
  private static func isPlus(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.starts(with: "2B".unicodeScalars) || text.starts(with: "2b".unicodeScalars)
  }

  /// A plus and groups of digits.
  private static func number(in text: [Unicode.Scalar], after plus: Range<Int>) -> Range<Int>? {
    var (end, digits) = (plus.upperBound, 0)
    var next = text[end...].prefix { isInvisible($0) }.endIndex
    if next < text.count, text[next] == "(" { next += 1 }
    while true {
      let group = text[next...].prefix(while: isDigit)
      // What follows a whole number is a date, or a number of its own.
      guard !group.isEmpty, digits < 10, digits + group.count <= 15,
        !(digits >= 7 && beginsDate(group, text[group.endIndex...]))
      else { break }
      digits += group.count
      end = group.endIndex
      next = endOfSeparators(in: text, from: end)
      if next == end { break }
    }
    return digits >= 7 ? plus.lowerBound..<end : nil
  }

  /// Behind what stands between two groups: two signs at most, and any number of those that nobody sees.
  private static func endOfSeparators(in text: [Unicode.Scalar], from start: Int) -> Int {
    var (end, seen) = (start, 0)
    while end < text.count {
      if !isInvisible(text[end]) {
        guard seen < 2, isSeparator(text[end]) || "()/".unicodeScalars.contains(text[end]) else { break }
        seen += 1
      }
      end += 1
    }
    return end
  }

  /// Zero-width spaces, marks of direction and the like.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.generalCategory == .format
  }

  /// `2026-11-01`, `20261101` and the like. A year alone is more likely the end of a number.
  private static func beginsDate(
    _ group: ArraySlice<Unicode.Scalar>, _ rest: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard group.starts(with: "19".unicodeScalars) || group.starts(with: "20".unicodeScalars) else { return false }
    guard group.count == 4 else { return group.count == 8 }
    guard let mark = rest.first, "-./".unicodeScalars.contains(mark) else { return false }
    return rest.dropFirst().prefix(while: isDigit).count == 2
  }

  /// What stands between the groups of a number, also where a line may not break there.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", ".", "\u{A0}", "\u{202F}", "\u{2010}", "\u{2011}": true
    default: isInvisible(scalar)
    }
  }

  /// `555-010-0123`, `(555) 010-0123`, `1-555-010-0123` and the like.
  private static func groups(in text: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    if start > 0, isOfWord(text[start - 1]) || isHyphen(text[start - 1]) { return nil }
    // A dot before it makes it a part of a longer number, unless it ends a word such as `oidc.`.
    if start > 0, text[start - 1] == ".", start < 2 || !isLetter(text[start - 2]) { return nil }
    var rest = text[start...]
    func take(_ count: Int) -> Bool {
      guard rest.prefix(count).count == count, rest.prefix(count).allSatisfy(isDigit) else { return false }
      rest = rest.dropFirst(count)
      return true
    }
    func separator() -> Bool { take { isSeparator($0) } }
    func take(_ isTaken: (Unicode.Scalar) -> Bool) -> Bool {
      guard let first = rest.first, isTaken(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    // The country's code; with dots, it is more likely a large number.
    if rest.first == "1", let next = rest.dropFirst().first, next != ".", isSeparator(next) { rest = rest.dropFirst(2) }
    if take({ $0 == "(" }) {
      guard take(3), take({ $0 == ")" }) else { return nil }
      _ = separator()
    } else {
      guard take(3), separator() else { return nil }
    }
    guard take(3), separator(), take(4), rest.first.map({ !isOfWord($0) && !isHyphen($0) }) ?? true else { return nil }
    return start..<rest.startIndex
  }

  private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "\u{2010}" || scalar == "\u{2011}"
  }
}
