import Synchronization

/// The names that evidence uses for persons, by hash, with what is known of each; 10 bytes a slot.
///
/// Each name of each account is looked up here, and nearly none is found. A filter with a byte for each slot answers
/// most look-ups from one word in the processor's cache; probing a slot each time took twice as long.
///
/// # Safety
/// Names are added by one thread, before `AccountScope.close`. Afterwards keys, filter and slots stay as they are, and
/// two threads use the table: the one that screens accounts marks names and asks for marks, the one that stores
/// accounts asks whether a name is there. A mark is an atomic byte, to which bits are only added; no other memory is
/// read because of a mark, so relaxed ordering is enough. The slots are the table's own memory and freed with it.
final class NameTable: @unchecked Sendable {
  private var keys: UnsafeMutableBufferPointer<UInt64>
  private var marks: UnsafeMutablePointer<Atomic<UInt8>>
  private var filter: KeyFilter
  private(set) var count = 0

  /// What is known of a name.
  enum Mark: UInt8 {
    case named = 1
    /// Any account of this name is stored.
    case bringsIntoScope = 2
    /// The snapshot has an account of this name that is out of scope.
    case isInSnapshot = 4
  }

  init() {
    (keys, marks, filter) = Self.slots(1 << 10)
  }

  deinit { Self.deallocate(keys, marks) }

  private static func slots(
    _ count: Int
  ) -> (UnsafeMutableBufferPointer<UInt64>, UnsafeMutablePointer<Atomic<UInt8>>, KeyFilter) {
    let keys = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    keys.initialize(repeating: 0)
    let marks = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: count)
    for slot in 0..<count { (marks + slot).initialize(to: Atomic(0)) }
    return (keys, marks, KeyFilter(words: count / 8))
  }

  private static func deallocate(
    _ keys: UnsafeMutableBufferPointer<UInt64>, _ marks: UnsafeMutablePointer<Atomic<UInt8>>
  ) {
    marks.deinitialize(count: keys.count)
    marks.deallocate()
    keys.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ key: UInt64) -> Bool { filter.mayContain(key) && marks(in: slot(of: key)) != 0 }

  func has(_ mark: Mark, _ key: UInt64) -> Bool {
    filter.mayContain(key) && marks(in: slot(of: key)) & mark.rawValue != 0
  }

  /// Marks a name that is there.
  func mark(_ key: UInt64, _ mark: Mark) {
    let slot = slot(of: key)
    let known = marks(in: slot)
    if known != 0, known & mark.rawValue == 0 { marks[slot].bitwiseOr(mark.rawValue, ordering: .relaxed) }
  }

  func add(_ key: UInt64, bringsIntoScope: Bool) {
    add(key, Mark.named.rawValue | (bringsIntoScope ? Mark.bringsIntoScope.rawValue : 0))
  }

  /// The same names, each under another key.
  func renamed(_ name: (UInt64) -> UInt64) -> NameTable {
    let table = NameTable()
    for slot in keys.indices where marks(in: slot) != 0 { table.add(name(keys[slot]), marks(in: slot)) }
    return table
  }

  private func add(_ key: UInt64, _ mark: UInt8) {
    let slot = slot(of: key)
    if marks(in: slot) == 0 {
      count += 1
      filter.insert(key)
    }
    keys[slot] = key
    marks[slot].bitwiseOr(mark, ordering: .relaxed)
    if count > keys.count / 4 * 3 { grow() }
  }

  private func grow() {
    let (oldKeys, oldMarks) = (keys, marks)
    (keys, marks, filter) = Self.slots(oldKeys.count * 2)
    for index in oldKeys.indices {
      let mark = oldMarks[index].load(ordering: .relaxed)
      guard mark != 0 else { continue }
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      marks[slot].store(mark, ordering: .relaxed)
      filter.insert(oldKeys[index])
    }
    Self.deallocate(oldKeys, oldMarks)
  }

  private func marks(in slot: Int) -> UInt8 { marks[slot].load(ordering: .relaxed) }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while marks(in: slot) != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }
}
