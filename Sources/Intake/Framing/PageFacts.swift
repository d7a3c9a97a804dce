/// Facts that pages of accounts, as an API returns them, state beside their records.
struct PageFacts: Hashable {
  enum Key {
    case nextPage, count

    /// Keys by which Identity Toolkit, Firebase's Admin SDK and Cognito name the next page, and Identity Toolkit's for
    /// the number of accounts on the page, which is a text.
    init?(_ name: [UInt8]) {
      switch String(decoding: name, as: UTF8.self) {
      case "nextPageToken", "pageToken", "NextToken", "PaginationToken": self = .nextPage
      case "recordsCount": self = .count
      default: return nil
      }
    }
  }

  /// Bytes of the longest number and of what follows it.
  static let longestNumber = 24

  /// How many there are.
  private(set) var count = 0
  /// How many of them name a page that follows.
  private(set) var namingNext = 0
  /// How many records they state; nil if none does.
  private(set) var stated: Int64?

  mutating func begin() { count += 1 }

  /// - Parameter value: the first bytes of the text, without its quotes.
  mutating func note(_ value: [UInt8], of key: Key) {
    switch key {
    case .nextPage: if !value.isEmpty { namingNext += 1 }
    case .count:
      guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0 else { return }
      stated = (stated ?? 0) &+ number
    }
  }
}
