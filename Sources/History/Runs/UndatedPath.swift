/// A path without the dates and times in it, which stays the same from night to night.
package enum UndatedPath {
  /// `logs/2026-11-20/app-20261120T0300Z.ndjson` and the same of another night give one text.
  package static func of(_ path: String) -> String {
    var bytes = Substring(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    var result = ""
    while let first = bytes.first {
      guard first.isASCII, first.isNumber else {
        result.append(first)
        bytes.removeFirst()
        continue
      }
      let time = time(at: bytes)
      let digits = bytes.prefix { $0.isASCII && $0.isNumber }
      if let time {
        result += "#"
        bytes = bytes.dropFirst(time)
      } else if digits.count == 10 || digits.count == 13, digits.first == "1" || digits.first == "2" {
        // Seconds or milliseconds since 1970.
        result += "#"
        bytes = bytes.dropFirst(digits.count)
      } else {
        result += digits
        bytes = bytes.dropFirst(digits.count)
      }
    }
    return result
  }

  /// The length of the date, and of the time of day after it, with which a text begins; nil where it begins with none.
  private static func time(at text: Substring) -> Int? {
    var rest = text
    func digits(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
      let found = rest.prefix(count)
      guard found.count == count, found.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(found),
        range.contains(value)
      else { return false }
      rest = rest.dropFirst(count)
      return true
    }
    func skip(_ separators: Set<Character>) -> Bool {
      guard let next = rest.first, separators.contains(next) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard digits(4, 1970...2199) else { return nil }
    let isSeparated = skip(["-", "_", ".", "/"])
    guard digits(2, 1...12) else { return nil }
    guard skip(["-", "_", ".", "/"]) == isSeparated, digits(2, 1...31) else { return nil }
    guard isSeparated || rest.first?.isNumber != true || rest.prefix(6).allSatisfy(\.isNumber) else { return nil }
    var end = rest
    _ = skip(["T", "t", "-", "_", " "])
    var isTimed = digits(2, 0...23)
    if isTimed {
      let hasColon = skip([":", "-", "_", "."])
      isTimed = digits(2, 0...59)
      if isTimed {
        end = rest
        if skip([":", "-", "_", "."]) == hasColon, digits(2, 0...60) { end = rest }
        rest = end
        if skip([".", ","]), let fraction = Optional(rest.prefix(while: \.isNumber)), !fraction.isEmpty {
          rest = rest.dropFirst(fraction.count)
          end = rest
        }
        rest = end
        if skip(["Z", "z"]) { end = rest }
      }
    }
    // A number that goes on is no time of day.
    if end.first?.isNumber == true { return nil }
    return text.distance(from: text.startIndex, to: end.startIndex)
  }
}
