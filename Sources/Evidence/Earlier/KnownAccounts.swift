/// An account that the store has, of an earlier run.
package struct KnownAccount: Sendable {
  var account: Int64
  var content: UInt64
  /// Milliseconds.
  var firstSeenAt: Int64
  var isGone: Bool
  /// Whether all that it has was there at first sight: then nothing else has to be asked of the store.
  var isAsFirstSeen: Bool

  package init(account: Int64, content: UInt64, firstSeenAt: Int64, isGone: Bool, isAsFirstSeen: Bool) {
    self.account = account
    self.content = content
    self.firstSeenAt = firstSeenAt
    self.isGone = isGone
    self.isAsFirstSeen = isAsFirstSeen
  }
}

/// The accounts of earlier runs by the keys of their uids.
///
/// Each account of a night is looked up here. Most are not there, and a filter that fits the processor's cache says so
/// without a look at the table.
package struct KnownAccounts {
  private var keys: [UInt64]
  private(set) var all: [KnownAccount]
  /// Positions in `keys`, counted from 1, by the low bits of the key.
  private var slots: [UInt32]
  /// Of a byte for each slot.
  private var filter: KeyFilter
  private var next = 0

  /// - Parameters:
  ///   - keys: of the accounts; of two with one key the first counts.
  ///   - accounts: in order of number.
  package init(keys: [UInt64] = [], accounts: [KnownAccount] = []) {
    self.keys = keys
    all = accounts
    var capacity = 16
    while capacity / 3 * 2 < keys.count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    filter = KeyFilter(words: capacity / 8)
    var repeated: Set<Int> = []
    // All in one go, so that the processor fetches several slots together: as they came from the store, that took three
    // times as long.
    for position in keys.indices {
      let slot = filter.insert(keys[position]) ? slot(of: keys[position]) : freeSlot(for: keys[position])
      if slots[slot] == 0 { slots[slot] = UInt32(position + 1) } else { repeated.insert(position) }
    }
    guard !repeated.isEmpty else { return }
    let kept = keys.indices.filter { !repeated.contains($0) }
    self = KnownAccounts(keys: kept.map { keys[$0] }, accounts: kept.map { accounts[$0] })
  }

  /// Announces that the key will be asked for.
  func prefetch(_ key: UInt64) { filter.prefetch(key) }

  subscript(key: UInt64) -> KnownAccount? {
    position(of: key).map { all[$0] }
  }

  /// The same, for keys in the order in which the accounts were added, which exports keep from night to night: a look
  /// at the next key saves three at random places.
  mutating func find(_ key: UInt64) -> KnownAccount? {
    if next >= keys.count || keys[next] != key {
      guard let position = position(of: key) else { return nil }
      next = position
    }
    next += 1
    return all[next - 1]
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

  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }
}
