/// How many of a total are allowed: `N` or `N%`.
package enum Limit: Hashable, Sendable {
  case count(Int)
  /// A fraction from 0 to 1.
  case share(Double)

  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Self.share(text) else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  /// Reads `5%` as 0.05; nil for a text that is no percentage from 0 to 100.
  package static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent >= 0, percent <= 100 else { return nil }
    return percent / 100
  }

  package func allows(_ count: Int, of total: Int) -> Bool {
    switch self {
    case .count(let limit): count <= limit
    case .share(let share): Double(count) <= share * Double(total)
    }
  }

  package var text: String {
    switch self {
    case .count(let limit): "\(limit)"
    case .share(let share):
      "\(share * 100)".hasSuffix(".0") ? "\(Int((share * 100).rounded()))%" : "\(share * 100)%"
    }
  }
}
