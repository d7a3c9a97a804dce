import Evidence

/// One value of a parsed record: a position on simdjson's tape.
///
/// https://github.com/simdjson/simdjson/blob/master/doc/tape.md
///
/// # Safety
/// `tape` and `strings` belong to a `JSONParser` or a `JSONTape` onto which a text was parsed without a fault, and none
/// since, and `index` is the beginning of a value on that tape. simdjson then guarantees that containers are closed,
/// that the jump of a container leads past its end, and that a text's length and bytes lie within `strings`.
struct JSONValue {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafeMutablePointer<UInt8>
  let index: Int

  private var payload: Int { Int(truncatingIfNeeded: tape[index] & 0x00FF_FFFF_FFFF_FFFF) }
  private var tag: UInt8 { UInt8(truncatingIfNeeded: tape[index] >> 56) }

  /// The position after this value.
  var next: Int {
    switch tag {
    case UInt8(ascii: "{"), UInt8(ascii: "["): Int(truncatingIfNeeded: tape[index] & 0xFFFF_FFFF)
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): index + 2
    default: index + 1
    }
  }

  var isObject: Bool { tag == UInt8(ascii: "{") }
  var isArray: Bool { tag == UInt8(ascii: "[") }
  var isNull: Bool { tag == UInt8(ascii: "n") }
  var isNumber: Bool { tag == UInt8(ascii: "l") || tag == UInt8(ascii: "u") || tag == UInt8(ascii: "d") }

  var bool: Bool? {
    switch tag {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  var integer: Int64? { tag == UInt8(ascii: "l") ? Int64(bitPattern: tape[index + 1]) : nil }

  var double: Double? { tag == UInt8(ascii: "d") ? Double(bitPattern: tape[index + 1]) : nil }

  /// The text's bytes in the copy beside the tape, where a reader may change them.
  var mutableText: UnsafeMutableBufferPointer<UInt8>? {
    guard tag == UInt8(ascii: "\"") else { return nil }
    let start = strings + payload
    let length = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeMutableBufferPointer(start: start + 4, count: Int(length))
  }

  var text: BorrowedText? { mutableText.map { BorrowedText($0) } }

  /// Calls `body` with each key and value of an object; not at all for anything else.
  @inline(__always)
  func forEachField(_ body: (BorrowedText, JSONValue) throws -> Void) rethrows {
    guard isObject else { return }
    var position = index + 1
    while tape[position] >> 56 != UInt64(UInt8(ascii: "}")) {
      let key = JSONValue(tape: tape, strings: strings, index: position)
      let value = JSONValue(tape: tape, strings: strings, index: position + 1)
      guard let name = key.text else { return }
      try body(name, value)
      position = value.next
    }
  }

  /// Calls `body` with each element of an array; not at all for anything else.
  @inline(__always)
  func forEachElement(_ body: (JSONValue) throws -> Void) rethrows {
    guard isArray else { return }
    var position = index + 1
    while tape[position] >> 56 != UInt64(UInt8(ascii: "]")) {
      let value = JSONValue(tape: tape, strings: strings, index: position)
      try body(value)
      position = value.next
    }
  }

  /// The first element of an array that has one.
  var first: JSONValue? {
    guard isArray, tape[index + 1] >> 56 != UInt64(UInt8(ascii: "]")) else { return nil }
    return JSONValue(tape: tape, strings: strings, index: index + 1)
  }

  /// The element after this one of an array; nil after the last.
  var following: JSONValue? {
    guard tape[next] >> 56 != UInt64(UInt8(ascii: "]")) else { return nil }
    return JSONValue(tape: tape, strings: strings, index: next)
  }

  /// The number or id that stands under its type, as MongoDB's canonical JSON has it: of `{"$numberInt": "200"}`, the
  /// text `200`. Nil for anything else.
  var ofType: JSONValue? {
    guard isObject, tape[index + 1] >> 56 == UInt64(UInt8(ascii: "\"")) else { return nil }
    let key = JSONValue(tape: tape, strings: strings, index: index + 1)
    let value = JSONValue(tape: tape, strings: strings, index: index + 2)
    guard let name = key.text, name.first == UInt8(ascii: "$"), value.text != nil,
      tape[value.next] >> 56 == UInt64(UInt8(ascii: "}"))
    else { return nil }
    let isType =
      name.isEqual(to: "$numberInt") || name.isEqual(to: "$numberLong") || name.isEqual(to: "$numberDouble")
      || name.isEqual(to: "$oid")
    return isType ? value : nil
  }

  /// The value of the first field of that name.
  func field(_ name: StaticString) -> JSONValue? {
    var found: JSONValue?
    forEachField { key, value in
      if found == nil, key.isEqual(to: name) { found = value }
    }
    return found
  }
}
