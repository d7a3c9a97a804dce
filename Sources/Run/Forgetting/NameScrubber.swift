import Foundation
import Platform

/// Takes names out of texts that people or files wrote.
struct NameScrubber: Sendable {
  /// Longest first, so that an address goes before its part.
  private let names: [String]
  /// Those among them that look like nothing but names.
  private let plainNames: [String]
  private let plainSearch: TextSearch
  private let numbers: [SpelledNumber]

  /// A shorter name is found in words that have nothing to do with it.
  private static let shortest = 4
  private static let shortestPlain = 6
  /// No word is as long.
  private static let shortestWithoutDigit = 16

  init(_ names: some Sequence<String>) {
    self.names = names.filter { $0.count >= Self.shortest }.sorted { ($0.count, $0) > ($1.count, $1) }
    plainNames = self.names.filter(Self.isPlain)
    plainSearch = TextSearch(plainNames)
    numbers = self.names.compactMap(SpelledNumber.init)
  }

  private static func isPlain(_ name: String) -> Bool {
    guard name.count >= shortestPlain else { return false }
    return name.contains { $0.isNumber || $0 == "@" }
      || name.count >= shortestWithoutDigit && !name.contains(where: \.isWhitespace)
  }

  /// Each name that stands as a word of its own is replaced by `…`, whatever the case of its letters.
  func scrub(_ text: String) -> String { withoutNumbers(names.reduce(text) { Self.replace($1, in: $0) }) }

  /// In a path, and in what records say of others, only what looks like nothing but a name: an address, or a name with
  /// digits.
  func scrub(path: String) -> String {
    // Texts of a million findings come here.
    withoutNumbers(plainSearch.isThere(in: path) ? plainNames.reduce(path) { Self.replace($1, in: $0) } : path)
  }

  private func withoutNumbers(_ text: String) -> String { numbers.reduce(text) { $1.replaced(in: $0) } }

  private static func replace(_ name: String, in text: String) -> String {
    var result = text
    var start = result.startIndex
    while let range = result.range(of: name, options: [.caseInsensitive, .literal], range: start..<result.endIndex) {
      let before = range.lowerBound == result.startIndex ? nil : result[result.index(before: range.lowerBound)]
      let after = range.upperBound == result.endIndex ? nil : result[range.upperBound]
      guard !isOfWord(before), !isOfWord(after) else {
        start = result.index(after: range.lowerBound)
        continue
      }
      let offset = result.distance(from: result.startIndex, to: range.lowerBound)
      result.replaceSubrange(range, with: "…")
      start = result.index(result.startIndex, offsetBy: offset + 1)
    }
    return result
  }

  private static func isOfWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }
}
