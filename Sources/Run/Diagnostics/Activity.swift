/// What the program is doing, for the line on the terminal.
enum Activity: Sendable {
  /// In a few words.
  case step(String)
  /// One of several things of the same kind.
  case item(String, name: String?, number: Int, of: Int, String)
  /// A source, of which `ReadingMeter` counts what is read.
  case reading(String, path: String, number: Int, of: Int)
}
