import Vocabulary

/// A number with its noun.
enum Counted {
  static func text(_ count: Int, _ noun: String, _ many: String? = nil) -> String {
    "\(count.grouped) \(count == 1 ? noun : many ?? noun + "s")"
  }
}
