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

  /// The path of the first list of which it chooses an element; nil where no part of it is a number.
  var list: String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.indices.dropFirst().first { Int(parts[$0]) != nil }.map { parts[..<$0].joined(separator: ".") }
  }

  // MARK: - Objects

  /// Nil where the record lacks the key, or something on the way to it is absent: null, an empty text, an empty list.
  ///
  /// - Parameter parsers: parse JSON within texts. A value that they parsed is valid until they are used again.
  func value(in object: JSONValue, _ parsers: PathParsers) throws(PathFault) -> JSONValue? {
    try value(in: object, from: 0, parsers, depth: 0)
  }

  /// As above, in a text that is JSON.
  func value(inText text: BorrowedText, _ parsers: PathParsers) throws(PathFault) -> JSONValue? {
    try value(inText: text, from: 0, parsers, depth: 0)
  }

  /// - Parameter depth: of texts around the container.
  private func value(
    in container: JSONValue, from start: Int, _ parsers: PathParsers, depth: Int
  ) throws(PathFault) -> JSONValue? {
    guard start < count else { return container }
    if container.isArray { return try element(of: container, from: start, parsers, depth: depth) }
    if container.isNull { return nil }
    guard container.isObject else {
      guard let text = container.text else { throw PathFault(kind: .plain, rest: count - start) }
      return try value(inText: text, from: start, parsers, depth: depth)
    }
    var fault: PathFault?
    for key in keys[start] {
      guard let found = try field(key, of: container, from: start) else { continue }
      if key.next == count { return found }
      do throws(PathFault) {
        if let inner = try value(in: found, from: key.next, parsers, depth: depth) { return inner }
      } catch {
        // A shorter key may still lead there: of `a.b.c`, `a` where `a.b` does not.
        fault = fault ?? error
      }
    }
    if let fault { throw fault }
    return nil
  }

  private func value(
    inText text: BorrowedText, from start: Int, _ parsers: PathParsers, depth: Int
  ) throws(PathFault) -> JSONValue? {
    guard let text = text.nonEmpty, let first = text.first else { return nil }
    guard depth < PathParsers.depthLimit else { throw PathFault(kind: .deep, rest: count - start) }
    guard let parsed = parsers.parse(text, depth: depth) else {
      let isBroken = "{[\"".utf8.contains(first)
      throw PathFault(kind: isBroken ? .broken : .plain, rest: count - start)
    }
    return try value(in: parsed, from: start, parsers, depth: depth + 1)
  }

  /// The element of a list at the index in the path, from 0.
  private func element(
    of array: JSONValue, from start: Int, _ parsers: PathParsers, depth: Int
  ) throws(PathFault) -> JSONValue? {
    let key = keys[start].last
    let number = key.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) }
    var index = 0
    var found: JSONValue?
    array.forEachElement { element in
      if index == number { found = element }
      index += 1
    }
    guard index > 0 else { return nil }
    if index > 1 { parsers.leftElements = true }
    guard let key, number != nil else { throw PathFault(kind: .list, rest: count - start) }
    guard let found else { return nil }
    return try value(in: found, from: key.next, parsers, depth: depth)
  }

  private func field(_ key: Key, of object: JSONValue, from start: Int) throws(PathFault) -> JSONValue? {
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
    if isAmbiguous { throw PathFault(kind: .twice, rest: count - start) }
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
      try FieldError.requireUnique(titles, at: found)
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
