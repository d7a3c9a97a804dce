import Vocabulary

/// The findings that were accepted as known (docs/contract.md, section 9): a text file of a first line, then one
/// `ID  RULE` a line.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable, Comparable {
    /// Of a finding.
    package var id: String
    package var rule: String

    package init(id: String, rule: String) {
      self.id = id
      self.rule = rule
    }

    package static func < (left: Entry, right: Entry) -> Bool { (left.id, left.rule) < (right.id, right.rule) }
  }

  /// What is wrong with a file, and in which of its lines, from 1.
  package struct Malformed: Error, Hashable, Sendable {
    package var line: Int
    package var problem: String
  }

  package static let firstLine = "relay-audit baseline 1"

  /// Sorted, each once.
  package let entries: [Entry]

  package init(_ entries: some Sequence<Entry>) {
    self.entries = Set(entries).sorted()
  }

  /// - Throws: `Malformed`.
  package init(_ text: String) throws(Malformed) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.first.map(String.init) == Self.firstLine else {
      throw Malformed(line: 1, problem: "must be `\(Self.firstLine)`")
    }
    var entries: [Entry] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let entry = Self.entry(line) else {
        throw Malformed(line: index + 1, problem: "must be the id of a finding, two spaces and its rule")
      }
      entries.append(entry)
    }
    self.init(entries)
  }

  package func holds(_ entry: Entry) -> Bool {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low] == entry
  }

  private static func entry(_ line: Substring) -> Entry? {
    let prefix = FindingID.prefix
    let digits = line.dropFirst(prefix.count).prefix { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
    guard line.hasPrefix(prefix), digits.count == 16 else { return nil }
    let rest = line[digits.endIndex...]
    let rule = rest.dropFirst(2)
    guard rest.hasPrefix("  "), rule.split(separator: "/", omittingEmptySubsequences: false).count == 2,
      !rule.contains(where: \.isWhitespace), !rule.hasPrefix("/"), !rule.hasSuffix("/")
    else { return nil }
    return Entry(id: prefix + digits, rule: String(rule))
  }

  package var text: String {
    ([Self.firstLine] + entries.map { "\($0.id)  \($0.rule)" }).joined(separator: "\n") + "\n"
  }
}
