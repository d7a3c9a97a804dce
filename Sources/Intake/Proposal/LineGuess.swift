import Evidence

/// Guesses a `pattern` for lines of text from the lines about a revocation: their time, the words that say it, and
/// `key=value` pairs whose keys are names of our columns.
struct LineGuess {
  /// A part that all of the lines have.
  private struct Part: Hashable {
    /// Its text in the pattern.
    var text: String
    /// Our column that it takes.
    var column: String?
  }

  /// Ways to write a time at the beginning of a line or behind `time=`.
  private static let times: [(pattern: String, hasZone: Bool)] = [
    (#"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d| UTC)"#, true),
    (#"\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}"#, true),
    (#"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"#, false),
  ]
  private static let revokeAddress = "appleid.apple.com/auth/revoke"

  /// Whether a line is worth keeping.
  static func isTelling(_ line: String) -> Bool { line.lowercased().contains("revo") }

  /// - Parameter lines: the file's lines about a revocation.
  /// - Returns: nil if no line says that a token was revoked.
  static func entry(for lines: [String]) -> EntryProposal? {
    let successes = lines.filter { phrase(in: $0) != nil }
    guard let first = successes.first, let guess = LineGuess(first), successes.allSatisfy(guess.matches) else {
      return nil
    }
    let others = lines.filter { phrase(in: $0) == nil }
    var entry = guess.entry(others: others.count)
    if others.contains(where: guess.matches) {
      entry.notes.append(
        "The pattern also matches lines that do not say that the call succeeded; make it more specific")
      entry.isWithheld = true
    }
    return entry
  }

  private let pattern: String
  private let compiled: LinePattern
  private let columns: [String]
  private let hasZone: Bool
  private let namesAddress: Bool
  private let namesApple: Bool
  /// The key of an id that may be the company's own.
  private let unsureID: String?

  private init?(_ line: String) {
    guard let phrase = Self.phrase(in: line), let time = Self.time(in: line) else { return nil }
    var parts: [(place: String.Index, part: Part)] = [
      (time.place, Part(text: time.lead + "(?<at>" + time.pattern + ")", column: "at")),
      (phrase.lowerBound, Part(text: Self.escaped(String(line[phrase])))),
    ]
    let names = ColumnNames.of(.revocations)
    var unsureID: String?
    let pairs = Self.pairs(in: line)
    for pair in pairs {
      let name = NameWords.joined(pair.key)
      let column = names.first { ours, theirs in
        ours != "at" && ours != "endpoint" && ours != "error"
          && (theirs.sure.contains(name) || name == NameWords.joined(ours)
            || ["http_status", "uid"].contains(ours) && theirs.likely.contains(name))
      }?.key
      guard let column, !parts.contains(where: { $0.part.column == column }) else { continue }
      if column == "uid", names["uid"]?.sure.contains(name) != true { unsureID = pair.key }
      let value = column == "http_status" ? #"\d{3}"# : #"[^\s",;&]+"#
      // `uid` also stands at the end of `by-uid`.
      let isTail = pairs.contains { $0.key != pair.key && $0.key.hasSuffix(pair.key) }
      let start = isTail ? #"(?<![\w.-])"# : #"\b"#
      parts.append(
        (pair.place, Part(text: start + Self.escaped(pair.key) + "=\"?(?<\(column)>\(value))", column: column)))
    }
    // `-> 200`
    let arrow = #"(?:->|=>|→) ?(?<http_status>\d{3})\b"#
    if !parts.contains(where: { $0.part.column == "http_status" }),
      let match = line.firstMatch(of: /(?:->|=>|→) ?\d{3}\b/)
    {
      parts.append((match.range.lowerBound, Part(text: arrow, column: "http_status")))
    }
    self.unsureID = unsureID
    namesAddress = line.contains(Self.revokeAddress)
    if namesAddress, let place = line.firstRange(of: Self.revokeAddress)?.lowerBound {
      parts.append((place, Part(text: Self.escaped(Self.revokeAddress))))
    }
    parts.sort { $0.place < $1.place }
    let isAtStart = parts[0].part.column == "at" && parts[0].place == line.startIndex
    pattern = (isAtStart ? "^" : "") + parts.map(\.part.text).joined(separator: ".*?")
    guard let compiled = try? LinePattern(pattern) else { return nil }
    self.compiled = compiled
    columns = parts.compactMap(\.part.column)
    hasZone = time.hasZone
    namesApple = NameWords.of(String(line[phrase])).contains { $0 == "apple" || $0 == "siwa" }
  }

  private func matches(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      if case .match = compiled.match(bytes) { true } else { false }
    }
  }

  private func entry(others: Int) -> EntryProposal {
    var entry = EntryProposal(kind: .revocations, lines: [])
    func add(_ key: ProposedLine.Key, _ texts: [String], _ certainty: Certainty, _ reason: String) {
      entry.lines.append(ProposedLine(key, texts, certainty, reason))
    }
    add(.kind, [EvidenceKind.revocations.rawValue], .likely, "some of its lines say that something was revoked")
    let groups = columns.map { "`\($0)`" }.joined(separator: ", ")
    add(.pattern, [pattern], .likely, "it matches the lines that say so, and takes \(groups) from them")
    let subjects = Set(OwnColumn.names + ["request_id"])
    if !columns.contains(where: subjects.contains) {
      entry.notes.append("Nothing in the lines names the person: the pattern needs a group such as (?<uid>\\S+)")
      entry.isWithheld = true
    }
    if let unsureID {
      entry.notes.append("Is `\(unsureID)` the uid of the exported accounts?")
      entry.isWithheld = true
    }
    if namesAddress {
      add(.constant("endpoint"), ["apple"], .sure, "the lines name Apple's address")
    } else {
      add(
        .constant("endpoint"), ["apple"], .question,
        "was Apple's https://appleid.apple.com/auth/revoke called? Write `identitytoolkit` for accounts:revokeToken")
      entry.isWithheld = true
    }
    if !namesApple { entry.notes.append("Whose tokens were revoked? Only Apple's count") }
    if !namesApple, !namesAddress { entry.isWithheld = true }
    if !columns.contains("http_status"), !columns.contains("outcome") {
      add(.constant("outcome"), ["revoked"], .likely, "the lines say so, and name no HTTP status, so the proof is weak")
    }
    if !hasZone {
      add(
        .timeZone, ["UTC"], .question,
        "the times have no zone; which zone are they in? Until you say, the records are rejected")
    }
    if others > 0 {
      entry.notes.append(
        others == 1
          ? "1 further line mentions a revocation but does not match; check it"
          : "\(others) further lines mention a revocation but do not match; check them")
    }
    return entry
  }

  // MARK: - Parts of a line

  /// The range of words that say it, without numbers and values.
  private static func phrase(in line: String) -> Range<String.Index>? {
    var best: Range<String.Index>?
    // Words separated by single spaces; anything else ends the run.
    var start = line.startIndex
    while start < line.endIndex {
      guard line[start].isLetter else {
        start = line.index(after: start)
        continue
      }
      var end = start
      while end < line.endIndex, line[end].isLetter || line[end] == " " || line[end] == "_" || line[end] == "'" {
        end = line.index(after: end)
      }
      // The last word is the key of a pair.
      if end < line.endIndex, line[end] == "=" {
        while end > start, line[line.index(before: end)].isLetter || line[line.index(before: end)] == "_" {
          end = line.index(before: end)
        }
      }
      if let run = telling(in: line, start..<end) { best = best ?? run }
      start = end < line.endIndex ? line.index(after: end) : end
    }
    return best
  }

  private static func telling(in line: String, _ run: Range<String.Index>) -> Range<String.Index>? {
    let text = line[run]
    guard KindWords.saysRevoked(String(text)) else { return nil }
    let words = text.split { $0 == " " }
    func matters(_ word: Substring) -> Bool {
      NameWords.of(String(word)).contains { ["apple", "siwa", "token", "tokens"].contains($0) || $0.hasPrefix("revo") }
    }
    guard let first = words.first(where: matters), let last = words.last(where: matters) else { return nil }
    let phrase = first.startIndex..<last.endIndex
    return KindWords.saysOnly(Set(NameWords.of(String(line[phrase])))) ? phrase : nil
  }

  private static func time(in line: String) -> (place: String.Index, lead: String, pattern: String, hasZone: Bool)? {
    for (pattern, hasZone) in times {
      for lead in ["", #"\b(?:time|ts|timestamp|at)="?"#, #"\["#] {
        let start = lead.isEmpty ? "^" : lead
        guard let expression = try? Regex(start + pattern), let match = line.firstMatch(of: expression) else {
          continue
        }
        return (match.range.lowerBound, lead, pattern, hasZone)
      }
    }
    return nil
  }

  private static func pairs(in line: String) -> [(place: String.Index, key: String)] {
    var found: [(place: String.Index, key: String)] = []
    var index = line.startIndex
    while let equals = line[index...].firstIndex(of: "=") {
      var start = equals
      while start > index {
        let before = line.index(before: start)
        guard line[before].isLetter || line[before].isNumber || "_.-".contains(line[before]) else { break }
        start = before
      }
      while start < equals, "-.".contains(line[start]) { start = line.index(after: start) }
      if start < equals { found.append((start, String(line[start..<equals]))) }
      index = line.index(after: equals)
    }
    return found
  }

  private static func escaped(_ text: String) -> String {
    text.map { #"\.+*?()[]{}^$|/"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
