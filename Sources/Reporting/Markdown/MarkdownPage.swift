/// A Markdown page that takes what fits, line by line.
struct MarkdownPage {
  private(set) var text = ""
  private var size = 0
  private let limit: Int
  /// Kept for what has to be said in the end. Bytes.
  private static let reserve = 2048

  /// - Parameter limit: in bytes.
  init(limit: Int) { self.limit = limit }

  /// - Returns: whether the line found room.
  @discardableResult
  mutating func add(_ line: String) -> Bool { add(line, leaving: Self.reserve) }

  /// Adds a line for which room was kept.
  mutating func close(_ line: String) { add(line, leaving: 0) }

  @discardableResult
  private mutating func add(_ line: String, leaving rest: Int) -> Bool {
    let count = line.utf8.count + 1
    guard size + count + rest <= limit else { return false }
    text += line + "\n"
    size += count
    return true
  }

  /// A heading, a table's head or nothing, and as many items as there is room for. Where some are left out, says how
  /// many. No items, no section.
  ///
  /// - Parameters:
  ///   - total: how many items there are, where `items` are only the first.
  ///   - more: says that so many are left out.
  mutating func section(
    _ title: String, head: [String] = [], _ items: [String], total: Int? = nil, more: (_ count: Int) -> String
  ) {
    guard !items.isEmpty else { return }
    let lines = ["", "## \(title)", ""] + head
    // A heading with nothing below it would say nothing.
    let least = lines.reduce(items[0].utf8.count) { $0 + $1.utf8.count + 1 }
    guard size + least + 2 * Self.reserve <= limit else { return }
    for line in lines { add(line) }
    var shown = 0
    for item in items {
      guard add(item) else { break }
      shown += 1
    }
    let rest = (total ?? items.count) - shown
    guard rest > 0 else { return }
    add("", leaving: Self.reserve / 2)
    add(more(rest), leaving: Self.reserve / 2)
  }
}
