@testable import Judgement

/// A query as a list of words that can be written again with some of them replaced.
struct SQLText {
  /// A word as it is written; operators of two characters are one word.
  struct Word: Hashable {
    var text: String
    /// False for literals, whose text says nothing of the query's structure.
    var isSyntax: Bool
    /// From 1, in the rule's file.
    var line: Int
  }

  let words: [Word]

  /// - Parameter firstLine: on which the query starts.
  init(_ sql: String, firstLine: Int) {
    var words: [Word] = []
    for token in SQLToken.tokens(of: sql, firstLine: firstLine) {
      if token.kind == .symbol, let last = words.last, last.isSyntax,
        ["<>", "<=", ">=", "||"].contains(last.text + token.text)
      {
        words[words.count - 1].text += token.text
        continue
      }
      let text =
        switch token.kind {
        case .string: "'" + token.text.replacing("'", with: "''") + "'"
        case .quotedWord: "\"" + token.text + "\""
        case .parameter: ":" + token.text
        case .word, .number, .symbol: token.text
        }
      words.append(Word(text: text, isSyntax: token.kind == .word || token.kind == .symbol, line: token.line))
    }
    self.words = words
  }

  func isWord(_ index: Int, _ texts: String...) -> Bool {
    words.indices.contains(index) && words[index].isSyntax && texts.contains(words[index].text)
  }

  /// How far each word opens or closes what stands in parentheses or between CASE and END.
  func depthChange(_ index: Int) -> Int {
    if isWord(index, "(", "case") { return 1 }
    return isWord(index, ")", "end") ? -1 : 0
  }

  /// The end of what starts at `start`: the first word outside of parentheses and CASE that is one of `ends`, or that
  /// closes what is around it.
  func end(of start: Int, before ends: Set<String>) -> Int {
    var depth = 0
    for index in start..<words.count {
      if depth == 0, words[index].isSyntax, ends.contains(words[index].text) { return index }
      depth += depthChange(index)
      if depth < 0 { return index }
    }
    return words.count
  }

  /// The start of what ends before `end`.
  func start(of end: Int, after ends: Set<String>) -> Int {
    var depth = 0
    var index = end - 1
    while index >= 0 {
      if depth == 0, words[index].isSyntax, ends.contains(words[index].text) { return index + 1 }
      depth -= depthChange(index)
      if depth < 0 { return index + 1 }
      index -= 1
    }
    return 0
  }

  func text(_ range: Range<Int>) -> String { Self.joined(words[range].map(\.text)) }

  /// The whole query with other words in place of some.
  func replacing(_ range: Range<Int>, with replacement: String) -> String {
    Self.joined(words[..<range.lowerBound].map(\.text) + [replacement] + words[range.upperBound...].map(\.text))
  }

  private static func joined(_ words: [String]) -> String {
    words.joined(separator: " ").replacing(" . ", with: ".").replacing("( ", with: "(").replacing(" )", with: ")")
      .replacing(" ,", with: ",")
  }
}
