/// Every account of the snapshot by a hash of its uid, with what tells a repetition from a contradiction.
///
/// 24 bytes an account: accounts out of scope are kept nowhere else.
struct AccountLedger {
  enum Entry {
    case first
    case same
    /// The place where the uid was read with other content.
    case different(Place)
  }

  private var keys: [UInt64]
  private var contents: [UInt64]
  private var places: [Int64]
  private(set) var count = 0

  init() {
    keys = Array(repeating: 0, count: 1 << 12)
    contents = Array(repeating: 0, count: 1 << 12)
    places = Array(repeating: 0, count: 1 << 12)
  }

  func contains(_ key: UInt64) -> Bool {
    keys[slot(of: Self.nonZero(key))] != 0
  }

  mutating func enter(_ key: UInt64, content: UInt64, place: Place) -> Entry {
    let key = Self.nonZero(key)
    let slot = slot(of: key)
    if keys[slot] == key {
      return contents[slot] == content ? .same : .different(Place(ref: places[slot]))
    }
    keys[slot] = key
    contents[slot] = content
    places[slot] = place.ref
    count += 1
    if count > keys.count / 4 * 3 { grow() }
    return .first
  }

  /// Zero marks an empty slot.
  private static func nonZero(_ key: UInt64) -> UInt64 { key == 0 ? 1 : key }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = (keys, contents, places)
    let capacity = keys.count * 2
    keys = Array(repeating: 0, count: capacity)
    contents = Array(repeating: 0, count: capacity)
    places = Array(repeating: 0, count: capacity)
    for index in old.0.indices where old.0[index] != 0 {
      let slot = slot(of: old.0[index])
      keys[slot] = old.0[index]
      contents[slot] = old.1[index]
      places[slot] = old.2[index]
    }
  }
}
