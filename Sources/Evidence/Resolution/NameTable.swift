/// The names that evidence uses for persons, by hash, with what is known of each; 10 bytes for a slot.
///
/// Each name of each account is looked up here, and nearly none is found: most questions are answered by a filter of a byte
/// for each slot, in one word that the processor's cache holds. To look for a slot each time took twice as long.
///
/// Shared by the thread that screens accounts, which alone marks names, and the one that stores them, which only asks
/// whether a name is there; names are added before the two begin. It keeps its own memory, since an array that one thread
/// changes may move under the other: a mark is one byte that stays other than zero.
final class NameTable: @unchecked Sendable {
  private var keys: UnsafeMutableBufferPointer<UInt64>
  private var marks: UnsafeMutableBufferPointer<UInt8>
  private var filter: KeyFilter
  private(set) var count = 0

  /// What is known of a name.
  enum Mark: UInt8 {
    case named = 1
    /// An account of this name is stored, whatever it is.
    case bringsIntoScope = 2
    /// The snapshot has an account of this name.
    case isInSnapshot = 4
  }

  init() {
    (keys, marks, filter) = Self.slots(1 << 10)
  }

  deinit {
    keys.deallocate()
    marks.deallocate()
  }

  private static func slots(
    _ count: Int
  ) -> (UnsafeMutableBufferPointer<UInt64>, UnsafeMutableBufferPointer<UInt8>, KeyFilter) {
    let keys = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    let marks = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    keys.initialize(repeating: 0)
    marks.initialize(repeating: 0)
    return (keys, marks, KeyFilter(words: count / 8))
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ key: UInt64) -> Bool { filter.mayContain(key) && marks[slot(of: key)] != 0 }

  func has(_ mark: Mark, _ key: UInt64) -> Bool { filter.mayContain(key) && marks[slot(of: key)] & mark.rawValue != 0 }

  /// Marks a name that is there.
  func mark(_ key: UInt64, _ mark: Mark) {
    let slot = slot(of: key)
    if marks[slot] != 0 { marks[slot] |= mark.rawValue }
  }

  func add(_ key: UInt64, bringsIntoScope: Bool) {
    add(key, Mark.named.rawValue | (bringsIntoScope ? Mark.bringsIntoScope.rawValue : 0))
  }

  /// The same names, each under another key.
  func renamed(_ name: (UInt64) -> UInt64) -> NameTable {
    let table = NameTable()
    for slot in keys.indices where marks[slot] != 0 { table.add(name(keys[slot]), marks[slot]) }
    return table
  }

  private func add(_ key: UInt64, _ mark: UInt8) {
    let slot = slot(of: key)
    if marks[slot] == 0 {
      count += 1
      filter.insert(key)
    }
    keys[slot] = key
    marks[slot] |= mark
    if count > keys.count / 4 * 3 { grow() }
  }

  private func grow() {
    let (oldKeys, oldMarks) = (keys, marks)
    (keys, marks, filter) = Self.slots(oldKeys.count * 2)
    for index in oldKeys.indices where oldMarks[index] != 0 {
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      marks[slot] = oldMarks[index]
      filter.insert(oldKeys[index])
    }
    oldKeys.deallocate()
    oldMarks.deallocate()
  }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while marks[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }
}
