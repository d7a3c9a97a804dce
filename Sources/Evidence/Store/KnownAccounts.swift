/// An account that the store has, of an earlier run.
struct KnownAccount {
  var account: Int64
  var content: UInt64
  /// Milliseconds.
  var firstSeenAt: Int64
  var isGone: Bool
  /// Whether all that it has was there at first sight: then nothing else has to be asked of the store.
  var isAsFirstSeen: Bool
}

/// The accounts of earlier runs by the keys of their uids.
///
/// Each account of a night is looked up here, and most are not there, which a filter tells within the processor's cache:
/// with a dictionary, a second night's accounts took a sixth longer to read.
struct KnownAccounts {
  private var keys: [UInt64] = []
  private(set) var all: [KnownAccount] = []
  /// Positions in `keys`, counted from 1, by the low bits of the key.
  private var slots: [UInt32] = []
  /// Of a byte for each slot.
  private var filter = KeyFilter(words: 1)
  private var next = 0

  /// - Parameter count: of the accounts that will be added.
  init(capacity count: Int = 0) {
    keys.reserveCapacity(count)
    all.reserveCapacity(count)
    makeSlots(for: count)
  }

  private mutating func makeSlots(for count: Int) {
    var capacity = 16
    while capacity / 3 * 2 < count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    filter = KeyFilter(words: capacity / 8)
    for position in keys.indices {
      slots[freeSlot(for: keys[position])] = UInt32(position + 1)
      filter.insert(keys[position])
    }
  }

  subscript(key: UInt64) -> KnownAccount? {
    position(of: key).map { all[$0] }
  }

  /// The same, for keys in the order in which the accounts were added, which exports keep from night to night: a look at
  /// the next key saves three at random places.
  mutating func find(_ key: UInt64) -> KnownAccount? {
    if next >= keys.count || keys[next] != key {
      guard let position = position(of: key) else { return nil }
      next = position
    }
    next += 1
    return all[next - 1]
  }

  /// - Parameter account: with a greater number than those before.
  mutating func add(_ account: KnownAccount, under key: UInt64) {
    if keys.count >= slots.count / 3 * 2 { makeSlots(for: keys.count * 2) }
    let slot = filter.insert(key) ? slot(of: key) : freeSlot(for: key)
    guard slots[slot] == 0 else { return }
    keys.append(key)
    all.append(account)
    slots[slot] = UInt32(keys.count)
  }

  private func position(of key: UInt64) -> Int? {
    guard filter.mayContain(key) else { return nil }
    let position = Int(slots[slot(of: key)])
    return position == 0 ? nil : position - 1
  }

  /// The slot of a key that is not there.
  private func freeSlot(for key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    return slot
  }

  /// Says that not all of an account was there at first sight.
  mutating func noteLater(_ account: Int64) {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].account < account { low = middle + 1 } else { high = middle }
    }
    if low < all.count, all[low].account == account { all[low].isAsFirstSeen = false }
  }

  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }
}
