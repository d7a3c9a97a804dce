@testable import Judgement

/// A rule's query with one thing changed.
struct SQLMutant: Hashable {
  var sql: String
  /// What was changed into what; with a number where the same change is possible in several places.
  var change: String
  /// Of the rule's file.
  var line: Int
}

extension SQLMutant {
  /// Every mutant of a rule's query, each text once.
  static func all(of rule: Rule) -> [SQLMutant] { all(of: rule.sql.text, firstLine: rule.firstQueryLine) }

  /// Every mutant of a query, each text once.
  ///
  /// - Parameter firstLine: on which the query starts.
  static func all(of sql: String, firstLine: Int) -> [SQLMutant] {
    let query = SQLText(sql, firstLine: firstLine)
    let edits =
      query.droppedConditions + query.flippedComparisons + query.shiftedTimes + query.flippedNullTests
      + query.flippedExistence + query.droppedBranches
    var texts: Set = [query.text(query.words.indices)]
    var repetitions: [String: Int] = [:]
    return edits.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
      .compactMap { edit in
        let sql = query.replacing(edit.range, with: edit.replacement)
        guard texts.insert(sql).inserted else { return nil }
        let change =
          "\(query.text(edit.shown)) -> \(query.text(edit.shown, replacing: edit.range, with: edit.replacement))"
        repetitions[change, default: 0] += 1
        let number = repetitions[change] ?? 1
        return SQLMutant(
          sql: sql, change: number > 1 ? "\(change) (\(number))" : change, line: query.words[edit.range.lowerBound].line
        )
      }
  }
}

extension SQLMutant {
  /// A query without each of the parts that `UNION ALL` joins.
  ///
  /// - Parameter firstLine: on which the query starts.
  static func withoutParts(of sql: String, firstLine: Int) -> [SQLMutant] {
    let query = SQLText(sql, firstLine: firstLine)
    let first = query.end(of: 0, before: ["select"])
    var parts = [first..<query.end(of: first, before: ["union"])]
    while let last = parts.last, last.upperBound < query.words.count {
      parts.append(last.upperBound..<query.end(of: last.upperBound + 1, before: ["union"]))
    }
    guard parts.count > 1 else { return [] }
    return parts.enumerated().map { number, part in
      // The first goes with the `UNION ALL` after it.
      let range = number == 0 ? part.lowerBound..<(part.upperBound + 2) : part
      return SQLMutant(
        sql: query.replacing(range, with: ""), change: "part \(number + 1) of \(parts.count) left out",
        line: query.words[part.lowerBound].line)
    }
  }
}

private struct Edit {
  var range: Range<Int>
  var replacement: String
  /// The words around it that tell a reader what it is.
  var shown: Range<Int>
}

extension SQLText {
  fileprivate func text(_ shown: Range<Int>, replacing range: Range<Int>, with replacement: String) -> String {
    let after = range.upperBound..<max(range.upperBound, shown.upperBound)
    return [text(shown.lowerBound..<range.lowerBound), replacement, text(after)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  // MARK: Conditions

  private static let clauses: Set = [
    "where", "group", "having", "order", "limit", "union", "join", "left", "inner", "cross", "then", "select",
  ]

  /// The conditions of WHERE, ON and HAVING, and those of a CASE without an operand.
  private var conditions: [Range<Int>] {
    words.indices.compactMap { index in
      let isCondition = isWord(index, "where", "on", "having") || isWord(index, "when") && !hasOperand(branch: index)
      return isCondition ? (index + 1)..<end(of: index + 1, before: Self.clauses) : nil
    }
  }

  /// Whether a WHEN compares with what stands after its CASE.
  private func hasOperand(branch when: Int) -> Bool {
    let open = start(of: when, after: [])
    return !isWord(open, "when")
  }

  /// One of several conditions that all must hold, or the only one, always holds; one of several alternatives never
  /// does.
  fileprivate var droppedConditions: [Edit] {
    conditions.flatMap { dropped($0, isWhole: true) }
  }

  private func dropped(_ range: Range<Int>, isWhole: Bool) -> [Edit] {
    let alternatives = parts(of: range, between: "or")
    var edits: [Edit] = []
    for alternative in alternatives {
      let factors = parts(of: alternative, between: "and")
      if alternatives.count > 1 { edits.append(Edit(range: alternative, replacement: "1 = 0", shown: alternative)) }
      for factor in factors {
        if factors.count > 1 || (alternatives.count == 1 && isWhole) {
          edits.append(Edit(range: factor, replacement: "1 = 1", shown: factor))
        }
        let inner = groups(in: factor)
        edits += inner.flatMap { dropped($0, isWhole: false) }
      }
    }
    return edits
  }

  private func parts(of range: Range<Int>, between word: String) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(end(of: start, before: [word]), range.upperBound)
      parts.append(start..<end)
      start = end + 1
    }
    return parts
  }

  /// What stands in parentheses of its own, and is no subquery and no call's arguments.
  private func groups(in range: Range<Int>) -> [Range<Int>] {
    guard let open = range.first(where: { isWord($0, "(") }), open == range.lowerBound || isWord(open - 1, "not") else {
      return []
    }
    let end = end(of: open + 1, before: [])
    return isWord(open + 1, "select") ? [] : [(open + 1)..<end]
  }

  // MARK: Comparisons

  private static let flips = ["=": "<>", "<>": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let operandEnds: Set = clauses.union([
    "and", "or", "not", "on", "when", "else", "as", ",", "=", "<>", "<", "<=", ">", ">=", "is", "from",
  ])

  private func operands(_ comparison: Int) -> Range<Int> {
    start(of: comparison, after: Self.operandEnds)..<end(of: comparison + 1, before: Self.operandEnds)
  }

  /// `=` and `<>` become each other; an order takes in, or leaves out, the equal.
  fileprivate var flippedComparisons: [Edit] {
    words.indices.compactMap { index in
      guard words[index].isSyntax, let flipped = Self.flips[words[index].text] else { return nil }
      return Edit(range: index..<(index + 1), replacement: flipped, shown: operands(index))
    }
  }

  private static let times: Set = ["at", "event_time", "linked_from", "linked_to", "day"]
  private static let durations: Set = [":as_of", ":clock_skew", ":max_age"]

  private func isTime(_ index: Int) -> Bool {
    let text = words[index].text
    return Self.times.contains(text) || text.hasSuffix("_at") || Self.durations.contains(text)
      || text.hasSuffix("_within")
  }

  /// A time is compared with one a millisecond off, in the direction in which that is not what the flip does already.
  fileprivate var shiftedTimes: [Edit] {
    words.indices.compactMap { index in
      guard isWord(index, "<", "<=", ">", ">=") else { return nil }
      let operands = operands(index)
      guard operands.contains(where: isTime) else { return nil }
      let shift = isWord(index, "<", ">=") ? "- 1" : "+ 1"
      return Edit(
        range: (index + 1)..<operands.upperBound,
        replacement: text((index + 1)..<operands.upperBound) + " " + shift, shown: operands)
    }
  }

  // MARK: Tests

  /// `IS NULL` and `IS NOT NULL` become each other.
  fileprivate var flippedNullTests: [Edit] {
    words.indices.compactMap { index in
      guard isWord(index, "is") else { return nil }
      let start = start(of: index, after: Self.operandEnds)
      if isWord(index + 1, "not"), isWord(index + 2, "null") {
        return Edit(range: index..<(index + 3), replacement: "is null", shown: start..<(index + 3))
      }
      guard isWord(index + 1, "null") else { return nil }
      return Edit(range: index..<(index + 2), replacement: "is not null", shown: start..<(index + 2))
    }
  }

  /// `EXISTS` and `NOT EXISTS` become each other.
  fileprivate var flippedExistence: [Edit] {
    words.indices.compactMap { index in
      guard isWord(index, "exists") else { return nil }
      let end = end(of: index + 2, before: []) + 1
      if isWord(index - 1, "not") {
        return Edit(range: (index - 1)..<(index + 1), replacement: "exists", shown: (index - 1)..<end)
      }
      return Edit(range: index..<(index + 1), replacement: "not exists", shown: index..<end)
    }
  }

  /// A branch of a CASE is never taken.
  fileprivate var droppedBranches: [Edit] {
    words.indices.compactMap { index in
      guard isWord(index, "when") else { return nil }
      let condition = (index + 1)..<end(of: index + 1, before: ["then"])
      let end = end(of: condition.upperBound, before: ["when", "else"])
      return Edit(range: condition, replacement: hasOperand(branch: index) ? "null" : "1 = 0", shown: index..<end)
    }
  }
}
