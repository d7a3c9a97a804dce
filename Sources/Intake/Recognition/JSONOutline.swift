import CSimdJSON
import Evidence

/// The keys of the beginning of a JSON text, read as far as it is well-formed: the text may be cut, or broken.
struct JSONOutline {
  private(set) var isArray = false
  /// Keys of the outermost object.
  private(set) var rootKeys: Set<String> = []
  /// Texts of the outermost object.
  private(set) var rootTexts: [String: String] = [:]
  var kind: String? { rootTexts["kind"] }
  private(set) var hasList = false
  /// Keys of the records: of the list's members, of the array's elements, or of the object itself.
  private(set) var recordKeys: Set<String> = []
  /// The record keys of members of lists that are in objects.
  private(set) var memberKeys: Set<String> = []
  /// Of an array, the keys of its elements.
  private var elementKeys: Set<String> = []
  /// Keys of the objects around such lists, and of objects that have none.
  var outerKeys: Set<String> { isArray ? elementKeys : rootKeys }
  /// The whole text is one value.
  private(set) var isComplete = false

  private var position = 0
  private var records = 0
  private var isInPage = false

  init(_ bytes: BorrowedText) {
    skipWhitespace(bytes)
    guard position < bytes.count else { return }
    switch bytes[position] {
    case UInt8(ascii: "["):
      isArray = true
      position += 1
      isComplete = elements(bytes)
    case UInt8(ascii: "{"):
      isComplete = root(bytes)
      if !hasList { recordKeys = rootKeys }
    default: return
    }
    skipWhitespace(bytes)
    isComplete = isComplete && position == bytes.count
  }

  private mutating func root(_ bytes: BorrowedText) -> Bool {
    object(bytes) { outline, key in
      outline.rootKeys.insert(key)
      guard outline.position < bytes.count else { return false }
      let first = bytes[outline.position]
      if first == UInt8(ascii: "["), Shape.listKeys.contains(where: { "\($0)" == key }) {
        outline.hasList = true
        outline.position += 1
        return outline.elements(bytes)
      }
      if first == UInt8(ascii: "\"") {
        outline.rootTexts[key] = outline.string(bytes)
        return outline.rootTexts[key] != nil
      }
      return outline.skipValue(bytes)
    }
  }

  /// The objects of an array whose opening bracket was read; true when it is closed.
  private mutating func elements(_ bytes: BorrowedText) -> Bool {
    while true {
      skipWhitespace(bytes)
      guard position < bytes.count else { return false }
      switch bytes[position] {
      case UInt8(ascii: "]"):
        position += 1
        return true
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "{"):
        records += 1
        // A hundred records are enough.
        guard records <= 100 else { return false }
        let isWhole = object(bytes) { outline, key in
          let isList = outline.position < bytes.count && bytes[outline.position] == UInt8(ascii: "[")
          if outline.isArray, !outline.isInPage {
            outline.elementKeys.insert(key)
          } else {
            outline.memberKeys.insert(key)
          }
          if isList, outline.isArray, !outline.isInPage, Shape.listKeys.contains(where: { "\($0)" == key }) {
            // An array of pages.
            outline.hasList = true
            outline.isInPage = true
            defer { outline.isInPage = false }
            outline.rootKeys.insert(key)
            outline.position += 1
            return outline.elements(bytes)
          }
          outline.recordKeys.insert(key)
          return outline.skipValue(bytes)
        }
        if !isWhole { return false }
      default:
        guard skipValue(bytes) else { return false }
      }
    }
  }

  /// Calls `value` after each key; it has to skip the value. True when the object is closed.
  private mutating func object(
    _ bytes: BorrowedText, value: (inout JSONOutline, String) -> Bool
  ) -> Bool {
    position += 1
    while true {
      skipWhitespace(bytes)
      guard position < bytes.count else { return false }
      switch bytes[position] {
      case UInt8(ascii: "}"):
        position += 1
        return true
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "\""):
        guard let key = string(bytes) else { return false }
        skipWhitespace(bytes)
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return false }
        position += 1
        skipWhitespace(bytes)
        guard value(&self, key) else {
          return false
        }
      default: return false
      }
    }
  }

  private mutating func skipWhitespace(_ bytes: BorrowedText) {
    while position < bytes.count, bytes[position].isWhitespace { position += 1 }
  }

  private mutating func string(_ bytes: BorrowedText) -> String? {
    let start = position + 1
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "\"") {
        position = index + 1
        return BorrowedText(rebasing: bytes[start..<index]).string
      } else {
        index += 1
      }
    }
    position = bytes.count
    return nil
  }

  private mutating func skipValue(_ bytes: BorrowedText) -> Bool {
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "\""): return string(bytes) != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var scan = rsj_scan()
      var consumed = 0
      let status = rsj_scan_value(
        &scan, bytes.baseAddress.map { $0 + position }, bytes.count - position, &consumed)
      position += consumed
      return status == rsj_scan_closed
    default:
      let start = position
      while position < bytes.count, !bytes[position].isWhitespace, !",]}".utf8.contains(bytes[position]) {
        position += 1
      }
      return position > start && position < bytes.count
    }
  }
}
