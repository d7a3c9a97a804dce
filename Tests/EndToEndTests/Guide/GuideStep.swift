import Foundation
import Testing

/// A block of docs/guide.md that a comment before it marks for the test.
struct GuideStep {
  enum Kind: Equatable {
    /// `<!-- file: NAME -->`: what the file holds.
    case file(String)
    /// `<!-- sql -->`: what the database's owner runs.
    case sql
    /// `<!-- run -->`, or with the exit status, `<!-- run: 2 -->`: commands for the shell.
    case run(status: Int32)
    /// `<!-- prints -->`: what the commands before it print. `…` stands for any text, alone on a line for any lines.
    case prints
  }

  var kind: Kind
  var text: String
  /// Where its text begins in the guide.
  var line: Int

  /// - Throws: if a mark is none of those above, or has no block behind it.
  static func all(of guide: URL) throws -> [GuideStep] {
    let lines = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "\n")
    return try lines.indices.filter { lines[$0].hasPrefix("<!--") }.map { index in
      let kind = try #require(meaning(of: lines[index]), "guide.md:\(index + 1): \(lines[index])")
      try #require(lines[index + 1].hasPrefix("```"), "guide.md:\(index + 2): no block")
      let body = lines[(index + 2)...].prefix { !$0.hasPrefix("```") }
      return GuideStep(kind: kind, text: body.map { $0 + "\n" }.joined(), line: index + 3)
    }
  }

  private static func meaning(of mark: String) -> Kind? {
    let words = mark.split(separator: " ").map(String.init)
    guard words.count >= 3, words.first == "<!--", words.last == "-->" else { return nil }
    switch (words[1], words.count) {
    case ("file:", 4): return .file(words[2])
    case ("sql", 3): return .sql
    case ("run", 3): return .run(status: 0)
    case ("run:", 4): return Int32(words[2]).map { .run(status: $0) }
    case ("prints", 3): return .prints
    default: return nil
    }
  }

  /// Whether this is what was printed.
  func matches(_ output: String) -> Bool {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
    }
    return Self.match(lines(text)[...], lines(output)[...])
  }

  private static func match(_ shown: ArraySlice<Substring>, _ printed: ArraySlice<Substring>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return (printed.startIndex...printed.endIndex).contains { match(shown.dropFirst(), printed[$0...]) }
    }
    guard let line = printed.first, isShown(first, line) else { return false }
    return match(shown.dropFirst(), printed.dropFirst())
  }

  private static func isShown(_ shown: Substring, _ line: Substring) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1, let head = parts.first, let tail = parts.last else { return shown == line }
    guard line.count >= head.count + tail.count, line.hasPrefix(head), line.hasSuffix(tail) else { return false }
    var rest = line.dropFirst(head.count).dropLast(tail.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
