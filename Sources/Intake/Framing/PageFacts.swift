import Evidence

/// Facts that pages of accounts, as an API returns them, state beside their records.
struct PageFacts: Hashable {
  enum Key {
    case nextPage, count
    /// Where the page stands in a list, counted in records.
    case start, length, total

    /// Keys by which Identity Toolkit, Firebase's Admin SDK, Cognito, Supabase's and Auth0's libraries name the next
    /// page; Identity Toolkit's for the number of accounts on the page, which is a text; and Auth0's for the page's
    /// place.
    ///
    /// https://auth0.com/docs/manage-users/user-search/view-search-results-by-page
    init?(_ name: [UInt8]) {
      switch String(decoding: name, as: UTF8.self) {
      case "nextPageToken", "pageToken", "NextToken", "PaginationToken", "nextPage", "next": self = .nextPage
      case "recordsCount": self = .count
      case "start": self = .start
      case "length": self = .length
      case "total": self = .total
      default: return nil
      }
    }
  }

  /// A field that is none of these.
  struct Field: Hashable {
    var name: String
    /// Its beginning.
    var value: String
  }

  /// Bytes of the longest number and of what follows it.
  static let longestNumber = 24

  /// How many there are.
  private(set) var count = 0
  /// How many of them name a page that follows.
  private(set) var namingNext = 0
  /// How many records they state; nil if none does.
  private(set) var stated: Int64?
  /// What else they say, without nulls; at most `fieldLimit`.
  private(set) var fields: Set<Field> = []

  /// Bytes of a value that are kept.
  static let keptLength = 64
  private static let fieldLimit = 100
  /// A greater number counts no records. It may be anything that stands in its place, such as a phone number, and what
  /// a page states is shown in reports.
  private static let mostRecords: Int64 = 9_999_999_999

  // Of the page that is read.
  private var hasList = false
  /// Whether it has the key of a list of records, whatever the value.
  private(set) var namesList = false
  private var hasOther = false
  private var namesNext = false
  private var place: [Key: Int64] = [:]

  mutating func begin() {
    count += 1
    (hasList, namesList, hasOther, namesNext) = (false, false, false, false)
    place = [:]
  }

  /// - Parameters:
  ///   - isOfList: it is the key of a list of records.
  ///   - isList: and its value is one, or null, as some programs write an empty one.
  mutating func note(_ key: [UInt8], isOfList: Bool, isList: Bool) {
    namesList = namesList || isOfList
    hasList = hasList || isList
    // A page without accounts may have no list.
    hasOther = hasOther || Key(key) == nil && String(decoding: key, as: UTF8.self) != "kind"
  }

  /// - Parameter value: the bytes after the colon.
  mutating func note(_ value: BorrowedText, ofOther key: [UInt8]) {
    guard fields.count < Self.fieldLimit, value.first != UInt8(ascii: "n") else { return }
    let text =
      value.first == UInt8(ascii: "\"")
      ? value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      : value.prefix { !$0.isWhitespace && !",]}".utf8.contains($0) }
    fields.insert(Field(name: String(decoding: key, as: UTF8.self), value: String(decoding: text, as: UTF8.self)))
  }

  /// To be called at the page's end. An object without a list, and with what no page has, is none.
  ///
  /// - Returns: whether it is none.
  mutating func endWithoutList() -> Bool {
    guard !hasList, hasOther else { return false }
    count -= 1
    if namesNext { namingNext -= 1 }
    return true
  }

  /// - Parameter value: the first bytes of the text, without its quotes, or of the number.
  mutating func note(_ value: [UInt8], of key: Key) {
    let number = Int64(String(decoding: value, as: UTF8.self))
    switch key {
    case .nextPage:
      // The number of a page, or its name.
      if !value.isEmpty, number != 0 { noteNext() }
    case .count:
      guard let number, (0...Self.mostRecords).contains(number) else { return }
      stated = (stated ?? 0) &+ number
    case .start, .length, .total:
      place[key] = number
      guard let start = place[.start], let length = place[.length], let total = place[.total] else { return }
      if start &+ length < total { noteNext() }
    }
  }

  private mutating func noteNext() {
    guard !namesNext else { return }
    namingNext += 1
    namesNext = true
  }
}
