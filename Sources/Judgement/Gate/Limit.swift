/// How many of a total are allowed: `N` or `N%`.
package enum Limit: Hashable, Sendable {
  case count(Int)
  case share(Share)

  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Share(text) else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  package func allows(_ count: Int, of total: Int) -> Bool {
    switch self {
    case .count(let limit): count <= limit
    case .share(let share): share.allows(count, of: total)
    }
  }

  package var text: String {
    switch self {
    case .count(let limit): "\(limit)"
    case .share(let share): share.text
    }
  }
}
