import Foundation

/// What the configuration says that the values of a column mean. Keys that differ in upper and lower case or in spaces
/// alone have one meaning, so a value that no key has exactly means what a key like it means.
struct ValueMeanings {
  struct Meaning {
    /// Empty for no value.
    let ours: String
    /// All keys that are like it.
    let keys: [String]
  }

  let keys: [String]
  private var meanings: [String: Meaning] = [:]
  /// The key of each meaning, by what is like it.
  private let alike: [String: String]

  /// - Parameter pairs: ours by theirs.
  init(_ pairs: [String: String]) {
    keys = pairs.keys.sorted()
    let alike = Dictionary(grouping: keys, by: Self.plain)
    for (theirs, ours) in pairs {
      meanings[theirs] = Meaning(ours: ours, keys: alike[Self.plain(theirs)] ?? [theirs])
    }
    self.alike = alike.compactMapValues(\.first)
  }

  /// Nil for a value without a meaning.
  ///
  /// - Parameter theirs: the empty text for an absent value.
  subscript(theirs: String) -> Meaning? {
    if let meaning = meanings[theirs] { return meaning }
    let plain = Self.plain(theirs)
    // What is there is not absent.
    return plain.isEmpty ? nil : alike[plain].flatMap { meanings[$0] }
  }

  private static func plain(_ value: String) -> String {
    value.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
