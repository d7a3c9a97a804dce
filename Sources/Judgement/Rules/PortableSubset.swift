/// The subset of SQL that SQLite 3.40, Spark SQL and DuckDB read alike (docs/contract.md, section 6.5).
///
/// It looks at words, not at types: `||` on numbers and `/` on integers cannot be told from other uses, so `/` is
/// refused altogether, and `||` where a literal number stands beside it.
package enum PortableSubset {
  /// What a rule's queries use that other engines read otherwise, or not at all; by line of its file.
  package static func violations(in rule: Rule) -> [RuleError] {
    let queries = [(rule.sql.text, rule.firstQueryLine)] + rule.witnessQueries.map { ($0.sql.text, $0.firstLine) }
    return queries.flatMap { sql, line in
      violations(in: sql, firstLine: line).map { RuleError(file: rule.file, line: $0.line, problem: $0.problem) }
    }
  }

  struct Violation: Hashable {
    var line: Int
    var problem: String
  }

  static func violations(in sql: String, firstLine: Int = 1) -> [Violation] {
    let tokens = SQLToken.tokens(of: sql, firstLine: firstLine)
    var found: [Violation] = []
    for index in tokens.indices {
      let token = tokens[index]
      guard let problem = Self.problem(tokens, index) else { continue }
      found.append(Violation(line: token.line, problem: problem))
    }
    for block in Block.blocks(of: tokens) { found += block.violations(tokens) }
    return Array(Set(found)).sorted { ($0.line, $0.problem) < ($1.line, $1.problem) }
  }

  private static let words: [String: String] = [
    "like": "use instr or substr", "glob": "use instr or substr", "regexp": "use instr or substr",
    "match": "use instr or substr", "rlike": "use instr or substr", "ilike": "use instr or substr",
    "rowid": "no other engine has it", "oid": "no other engine has it", "_rowid_": "no other engine has it",
    "current_timestamp": "use :as_of", "current_date": "use :as_of", "current_time": "use :as_of",
    "true": "booleans are 0 and 1", "false": "booleans are 0 and 1", "isnull": "write IS NULL",
    "notnull": "write IS NOT NULL", "collate": "text is stored lower-case", "except": "use NOT EXISTS",
    "intersect": "use EXISTS", "filter": "use CASE inside the aggregate",
  ]

  private static let functions: [String: String] = [
    "date": "times are integer milliseconds", "time": "times are integer milliseconds",
    "datetime": "times are integer milliseconds", "julianday": "times are integer milliseconds",
    "unixepoch": "times are integer milliseconds", "strftime": "times are integer milliseconds",
    "timediff": "times are integer milliseconds", "ifnull": "use COALESCE", "iif": "use CASE", "nvl": "use COALESCE",
    "group_concat": "its order is not defined", "string_agg": "its order is not defined",
    "lower": "text that is compared is stored lower-case", "upper": "text that is compared is stored lower-case",
    "printf": "use ||", "format": "use ||", "typeof": "no other engine has it", "total": "use SUM",
    "random": "it answers differently each time",
    "hex": "no other engine has it alike", "unhex": "no other engine has it alike", "quote": "no other engine has it",
    "char": "no other engine has it alike",
    "json_extract": "views have columns", "likely": "no other engine has it", "unlikely": "no other engine has it",
  ]

  private static func problem(_ tokens: [SQLToken], _ index: Int) -> String? {
    let token = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    switch token.kind {
    case .quotedWord: return "a quoted name; names are plain and lower-case"
    case .string: return token.text.contains("\\") ? "a backslash, which Spark takes for an escape" : nil
    case .number:
      return token.text.contains(".") || token.text.contains("e") || token.text.contains("x")
        ? "the number `\(token.text)`; numbers are whole and decimal" : nil
    case .parameter: return nil
    case .symbol: return symbolProblem(tokens, index)
    case .word: break
    }
    if token.text == "interval" || token.text == "recursive" { return "`\(token.text)`" }
    if token.text == "at", index > 0, tokens[index - 1].text != ".", tokens[index - 1].text != "as" {
      return "`at` without its table, which DuckDB takes for a keyword; write TABLE.at"
    }
    if let instead = words[token.text], !isNameOfColumn(tokens, index) { return "`\(token.text)`; \(instead)" }
    guard next?.text == "(", next?.kind == .symbol else { return nil }
    if let instead = functions[token.text] { return "`\(token.text)`; \(instead)" }
    let arguments = Self.arguments(tokens, from: index + 1)
    if token.text == "max" || token.text == "min", arguments.count > 1 {
      return "`\(token.text)` of several values; use CASE"
    }
    if token.text == "count", arguments.count > 1 { return "`COUNT` of several columns; use a subquery" }
    if token.text == "cast" {
      let type = tokens[closing(tokens, from: index + 1) - 1].text
      if type == "integer" || type == "text" {
        return "`CAST` to \(type.uppercased()); use BIGINT or STRING columns as they are"
      }
    }
    return nil
  }

  private static func symbolProblem(_ tokens: [SQLToken], _ index: Int) -> String? {
    let token = tokens[index]
    let previous = index > 0 ? tokens[index - 1] : nil
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    switch token.text {
    case "/": return "`/`, which is whole on one engine and not on another"
    case "%": return "`%`, whose sign differs"
    case "\\": return "a backslash"
    case "?": return "a parameter without a name"
    case "=" where next?.text == "=" && next?.kind == .symbol: return "`==`; write ="
    case "!" where next?.text == "=": return "`!=`; write <>"
    case "&", "~": return "`\(token.text)`, which works on bits"
    case "<" where next?.text == "<", ">" where next?.text == ">":
      return "`\(token.text)\(token.text)`, which works on bits"
    case "*":
      // `COUNT(*)` counts rows; between two values it multiplies, and 32 bits are soon full.
      if previous?.kind == .number, next?.kind == .number {
        return "a product of literals, which overflows 32 bits; write the duration out"
      }
      if previous?.text == "select" || previous?.text == "." { return "`*`; name the columns" }
      return nil
    case "|":
      guard next?.text != "|", previous?.text != "|" else {
        if next?.text == "|",
          previous?.kind == .number || (index + 2 < tokens.count && tokens[index + 2].kind == .number)
        {
          return "`||` on a number"
        }
        return nil
      }
      return "`|`, which works on bits"
    default: return nil
    }
  }

  /// After a point a word is a column's name, and after `AS` one's alias.
  private static func isNameOfColumn(_ tokens: [SQLToken], _ index: Int) -> Bool {
    index > 0 && tokens[index - 1].text == "." && tokens[index].text != "rowid"
  }

  /// Where each argument starts, from the opening parenthesis.
  private static func arguments(_ tokens: [SQLToken], from open: Int) -> [Int] {
    var starts = [open + 1]
    var depth = 0
    for index in open..<tokens.count where tokens[index].kind == .symbol {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" {
        depth -= 1
        if depth == 0 { break }
      }
      if tokens[index].text == ",", depth == 1 { starts.append(index + 1) }
    }
    return starts
  }

  private static func closing(_ tokens: [SQLToken], from open: Int) -> Int {
    var depth = 0
    for index in open..<tokens.count where tokens[index].kind == .symbol {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return tokens.count
  }
}

/// One SELECT with its clauses, up to a compound operator or its closing parenthesis.
private struct Block {
  var range: Range<Int>
  /// The word before the parenthesis in which it stands: `exists`, `in`, `as` of a common table expression, …
  var before: String?

  static func blocks(of tokens: [SQLToken]) -> [Block] {
    tokens.indices.filter { tokens[$0].kind == .word && tokens[$0].text == "select" }.map { start in
      var depth = 0
      var end = start
      while end < tokens.count {
        let text = tokens[end].text
        if tokens[end].kind == .symbol, text == "(" { depth += 1 }
        if tokens[end].kind == .symbol, text == ")" {
          depth -= 1
          if depth < 0 { break }
        }
        if depth == 0, end > start, tokens[end].kind == .word, text == "union" { break }
        end += 1
      }
      let isNested = start > 0 && tokens[start - 1].text == "("
      return Block(range: start..<end, before: isNested ? start > 1 ? tokens[start - 2].text : "" : nil)
    }
  }

  /// The tokens outside of any parenthesis within the block.
  private func outer(_ tokens: [SQLToken]) -> [Int] {
    var depth = 0
    return range.filter { index in
      if tokens[index].kind == .symbol, tokens[index].text == ")" { depth -= 1 }
      defer { if tokens[index].kind == .symbol, tokens[index].text == "(" { depth += 1 } }
      return depth == 0
    }
  }

  func violations(_ tokens: [SQLToken]) -> [PortableSubset.Violation] {
    let outer = outer(tokens)
    let words = outer.filter { tokens[$0].kind == .word }
    let line = tokens[range.lowerBound].line
    var found: [PortableSubset.Violation] = []
    func has(_ word: String) -> Bool { words.contains { tokens[$0].text == word } }
    if has("limit"), !has("order") {
      found.append(.init(line: line, problem: "`LIMIT` without `ORDER BY`"))
    }
    if before == "exists", !outer.contains(where: { tokens[$0].text == "=" }) {
      found.append(.init(line: line, problem: "`EXISTS` without an equality"))
    }
    if isScalar, !isAggregate(tokens) {
      found.append(.init(line: line, problem: "a scalar subquery that is not an aggregate; use a join"))
    }
    if has("group") { found += bareColumns(tokens, outer) }
    return found
  }

  /// A subquery in the place of a value: not a table, not a set, not a common table expression.
  private var isScalar: Bool {
    guard let before else { return false }
    return !["exists", "in", "as", "from", "join", ",", "materialized"].contains(before)
  }

  private static let aggregates: Set = ["count", "sum", "min", "max", "avg"]

  private func isAggregate(_ tokens: [SQLToken]) -> Bool {
    let first = range.lowerBound + 1
    return first < range.upperBound && Self.aggregates.contains(tokens[first].text) && tokens[first + 1].text == "("
  }

  /// Columns beside aggregates that the grouping does not name.
  private func bareColumns(_ tokens: [SQLToken], _ outer: [Int]) -> [PortableSubset.Violation] {
    guard let from = outer.first(where: { tokens[$0].text == "from" }),
      let group = outer.first(where: { tokens[$0].text == "group" })
    else { return [] }
    let end = outer.first { $0 > group && ["having", "order", "limit"].contains(tokens[$0].text) } ?? range.upperBound
    let grouped = Set(items(tokens, (group + 2)..<end).map { text(tokens, $0) })
    return items(tokens, (range.lowerBound + 1)..<from).compactMap { item in
      var expression = item
      if let alias = item.last(where: { tokens[$0].text == "as" && depth(tokens, item.lowerBound, $0) == 0 }) {
        expression = item.lowerBound..<alias
      }
      guard let first = expression.first, !grouped.contains(text(tokens, expression)) else { return nil }
      // A literal is no column, and an aggregate is what grouping is for.
      let isLiteral = expression.allSatisfy { tokens[$0].kind != .word || tokens[$0].text == "null" }
      let hasAggregate = expression.dropLast().contains {
        Self.aggregates.contains(tokens[$0].text) && tokens[$0 + 1].text == "("
      }
      guard !isLiteral, !hasAggregate else { return nil }
      return .init(line: tokens[first].line, problem: "the bare column `\(text(tokens, expression))` beside `GROUP BY`")
    }
  }

  private func depth(_ tokens: [SQLToken], _ start: Int, _ index: Int) -> Int {
    tokens[start..<index].reduce(0) { depth, token in
      token.kind != .symbol ? depth : token.text == "(" ? depth + 1 : token.text == ")" ? depth - 1 : depth
    }
  }

  /// The parts between commas outside of parentheses.
  private func items(_ tokens: [SQLToken], _ range: Range<Int>) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var start = range.lowerBound
    for index in range
    where tokens[index].text == "," && tokens[index].kind == .symbol && depth(tokens, range.lowerBound, index) == 0 {
      items.append(start..<index)
      start = index + 1
    }
    items.append(start..<range.upperBound)
    return items
  }

  private func text(_ tokens: [SQLToken], _ range: Range<Int>) -> String {
    range.map { tokens[$0].kind == .string ? "'\(tokens[$0].text)'" : tokens[$0].text }.joined(separator: " ")
      .replacing(" . ", with: ".")
  }
}
