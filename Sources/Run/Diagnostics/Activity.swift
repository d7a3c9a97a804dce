/// What the program is doing, for the line on the terminal.
enum Activity: Sendable {
  /// In a few words.
  case step(String)
  /// One of several things of the same kind.
  case item(String, name: String?, number: Int, of: Int, String)
  /// A source, of which `ReadingMeter` counts what is read.
  case reading(String, path: String, number: Int, of: Int)
}

extension Activity {
  /// The same, with other names.
  func named(by name: (String) -> String) -> Activity {
    switch self {
    case .step: self
    case .item(let text, let own, let number, let count, let unit):
      .item(text, name: own.map(name), number: number, of: count, unit)
    case .reading(let text, let path, let number, let count):
      .reading(text, path: name(path), number: number, of: count)
    }
  }
}
