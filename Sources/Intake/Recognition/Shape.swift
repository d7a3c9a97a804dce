/// How records are laid out in a text.
enum Shape: Hashable, Sendable {
  /// JSON: members of a list in an object, such as `users`; one page or several.
  case members
  /// JSON: elements of an array, or whole objects one after another.
  case values
  /// JSON: one object a line.
  case lines
  /// CSV with a header row.
  case table
  /// Lines of text, of which a pattern takes columns.
  case text
  /// CSV of the Firebase CLI, which has no header row and whose quotes are not always RFC 4180.
  case firebaseRows

  /// Keys under which exports keep their lists of records.
  static let listKeys: [StaticString] = [
    "users", "userInfo", "Users", "resourceSpans", "defaultSupportedIdpConfigs", "requests", "items",
    "federatedUsers",
  ]

  var countsLines: Bool {
    switch self {
    case .members, .values: false
    case .lines, .table, .text, .firebaseRows: true
    }
  }
}
