/// Names of columns and files as people write them: `createdAt`, `Created At` and `CREATED_AT` are one name.
enum NameWords {
  /// Its words in lower case: runs of letters and digits, split at changes of case and at anything else.
  static func of(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterSmall = false
    for character in text.unicodeScalars {
      let isLetter = character.properties.isAlphabetic
      let isDigit = (48...57).contains(character.value)
      if isLetter && character.properties.isUppercase && isAfterSmall || !isLetter && !isDigit {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      // A Turkish capital has its dot, which the small letter has anyway.
      if isLetter || isDigit { word += character == "İ" ? "i" : String(character).lowercased() }
      isAfterSmall = isLetter && character.properties.isLowercase || isDigit
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Each word with the one after it: of `opt out now`, `optout` and `outnow`.
  static func pairs(_ words: [String]) -> [String] { zip(words, words.dropFirst()).map { $0 + $1 } }

  /// The words as one name.
  static func joined(_ text: String) -> String { of(text).joined() }

  /// The name without its marks: its ASCII letters and digits, in lower case.
  static func plain(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { (97...122).contains($0) || (48...57).contains($0) }, as: UTF8.self)
  }

  /// Keys that databases put around a value to say its type.
  private static let wrappers: Set<String> = [
    "S", "N", "BOOL", "$oid", "$numberLong", "$numberInt", "stringValue", "timestampValue", "booleanValue",
    "integerValue",
  ]

  /// Words in names of times that state the zone: `created_at_utc`.
  static let zones: Set<String> = ["utc", "gmt"]

  /// The names that a path goes by: of `ctx.user.id` they are `id`, `userid` and `ctxuserid`.
  static func names(ofPath path: String) -> [String] {
    var parts = path.split(separator: ".").map(String.init)
    if parts.count > 1, let last = parts.last, wrappers.contains(last) { parts.removeLast() }
    return (1...max(1, min(3, parts.count))).map { count in
      of(parts.suffix(count).joined(separator: " ")).filter { !zones.contains($0) }.joined()
    }
  }
}
