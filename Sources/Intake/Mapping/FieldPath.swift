import Evidence

/// The path of a field in a record: `ctx.user.id` leads through objects, or is a key with dots. Case is ignored unless
/// a name matches exactly.
struct FieldPath {
  /// A part of the path that may be one key.
  private struct Key {
    var bytes: [UInt8]
    /// The part of the path behind it.
    var next: Int
  }

  /// As the configuration writes it.
  let text: String
  private let count: Int
  /// By the part of the path at which they begin; the longest key comes first.
  private let keys: [[Key]]

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    count = parts.count
    keys = parts.indices.map { start in
      (start..<parts.count).reversed().map { end in
        Key(bytes: Array(parts[start...end].joined(separator: ".").utf8), next: end + 1)
      }
    }
  }

  var isNested: Bool { count > 1 }

  // MARK: - Objects

  /// - Parameter parser: parses objects within texts; nil if texts are not parsed. A value that it parsed is valid
  /// until
  ///   the next call.
  func value(in object: JSONValue, _ parser: inout NestedParser?) throws(RecordRejection) -> JSONValue? {
    try value(in: object, from: 0, &parser)
  }

  private func value(
    in container: JSONValue, from start: Int, _ parser: inout NestedParser?
  ) throws(RecordRejection) -> JSONValue? {
    guard start < count else { return container }
    if let text = container.text {
      guard text.first == UInt8(ascii: "{"), let parsed = parser?.parse(text) else { return nil }
      // Parsing again would invalidate what was parsed.
      var none: NestedParser?
      return try value(in: parsed, from: start, &none)
    }
    if container.isArray { return try element(of: container, from: start, &parser) }
    for key in keys[start] {
      guard let found = try field(key, of: container) else { continue }
      if key.next == count { return found }
      if let inner = try value(in: found, from: key.next, &parser) { return inner }
    }
    return nil
  }

  /// The element of a list at the index in the path, from 0.
  private func element(
    of array: JSONValue, from start: Int, _ parser: inout NestedParser?
  ) throws(RecordRejection) -> JSONValue? {
    guard let key = keys[start].last, let number = Int(String(decoding: key.bytes, as: UTF8.self)) else { return nil }
    var index = 0
    var found: JSONValue?
    array.forEachElement { element in
      if index == number { found = element }
      index += 1
    }
    guard let found else { return nil }
    return try value(in: found, from: key.next, &parser)
  }

  private func field(_ key: Key, of object: JSONValue) throws(RecordRejection) -> JSONValue? {
    var exact: JSONValue?
    var other: JSONValue?
    var isAmbiguous = false
    object.forEachField { name, value in
      guard name.count == key.bytes.count, Self.isEqual(name, key.bytes) else { return }
      if name.elementsEqual(key.bytes) {
        isAmbiguous = isAmbiguous || exact != nil
        exact = value
      } else {
        isAmbiguous = isAmbiguous || other != nil && exact == nil
        other = value
      }
    }
    if isAmbiguous { throw FieldError.twice(text) }
    return exact ?? other
  }

  /// Whatever the case of ASCII letters.
  private static func isEqual(_ name: BorrowedText, _ key: [UInt8]) -> Bool {
    for index in key.indices where lower(name[index]) != lower(key[index]) { return false }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }

  // MARK: - Tables

  /// A column of a table, and the rest of the path, which leads into the JSON text of its cells.
  struct Column {
    var index: Int
    var rest: FieldPath?
  }

  /// - Throws: `RecordRejection` where two columns have the name.
  func column(in titles: [String]) throws(RecordRejection) -> Column? {
    guard let first = keys.first else { return nil }
    for key in first {
      let name = String(decoding: key.bytes, as: UTF8.self)
      var found = titles.indices.filter { titles[$0] == name }
      if found.isEmpty { found = titles.indices.filter { titles[$0].lowercased() == name.lowercased() } }
      if found.count > 1 {
        let names = found.map { "`\(titles[$0])`" }.joined(separator: " and ")
        throw RecordRejection("the header has \(names), which differ only in upper and lower case; rename one")
      }
      guard let index = found.first else { continue }
      if key.next == count { return Column(index: index) }
      let rest = text.split(separator: ".", omittingEmptySubsequences: false)[key.next...].joined(separator: ".")
      return Column(index: index, rest: FieldPath(rest))
    }
    return nil
  }
}
