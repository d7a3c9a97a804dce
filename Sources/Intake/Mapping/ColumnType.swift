/// What a column of our own formats may hold.
package enum ColumnType: Hashable, Sendable {
  case text
  case time
  /// A time that may lie in the future.
  case end
  case bool
  /// From 100 to 599.
  case httpStatus
  /// One of these, in any case.
  case words([String])

  static func words<Choice: RawRepresentable & CaseIterable>(of choice: Choice.Type) -> Self
  where Choice.RawValue == String { .words(Choice.allCases.map(\.rawValue)) }

  /// The values that are known; nil where any text may stand.
  package var words: [String]? {
    switch self {
    case .bool: ["true", "false", "1", "0"]
    case .words(let words): words
    default: nil
    }
  }

  /// Besides the values that have a meaning, any time may stand there.
  var isTime: Bool { self == .time || self == .end }

  package func allows(_ value: String) -> Bool { words?.contains(value.lowercased()) ?? true }

  /// In a few words, with backticks around what is written as it stands.
  package var values: String {
    switch self {
    case .text: "text"
    case .time: "time"
    case .end: "time, also a future one"
    case .httpStatus: "`100` to `599`"
    case .bool, .words: (words ?? []).map { "`\($0)`" }.joined(separator: " ")
    }
  }
}
