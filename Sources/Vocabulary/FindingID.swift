/// The form of a finding's id: `ra-` and 16 hexadecimal digits.
package enum FindingID {
  package static let prefix = "ra-"

  /// The digits of an id; nil for one that is not of this form.
  package static func number(of id: String) -> UInt64? {
    var id = id
    return id.withUTF8 { bytes in
      guard bytes.count == 19, bytes.starts(with: prefix.utf8) else { return nil }
      var number: UInt64 = 0
      for byte in bytes.dropFirst(3) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
      return number
    }
  }

  /// The id with these digits.
  package static func id(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A set of findings by their ids, in 8 bytes and what a hash table needs for each: a run may have a million.
package struct FindingIDs: Hashable, Sendable {
  private var numbers: Set<UInt64> = []
  /// Ids of another form, from a store that another program wrote.
  private var others: Set<String> = []

  package init(_ ids: some Sequence<String> = []) { for id in ids { insert(id) } }

  package var isEmpty: Bool { numbers.isEmpty && others.isEmpty }
  package var count: Int { numbers.count + others.count }
  /// In order.
  package var all: [String] { (numbers.map(FindingID.id) + others).sorted() }

  package mutating func insert(_ id: String) {
    if let number = FindingID.number(of: id) { numbers.insert(number) } else { others.insert(id) }
  }

  package func contains(_ id: String) -> Bool {
    if let number = FindingID.number(of: id) { numbers.contains(number) } else { others.contains(id) }
  }
}

extension FindingIDs: ExpressibleByArrayLiteral {
  package init(arrayLiteral ids: String...) { self.init(ids) }
}
