/// A `WideKeyFilter` that is right as often however many keys are added: when one is full, another of twice its size
/// takes the keys that follow.
///
/// A filter of one size for a hundred million accounts takes most new names for repetitions: each was stored once more,
/// and the rule about shared addresses looked it up again.
struct GrowingKeyFilter: ~Copyable {
  private var filters: [WideKeyFilter]
  private var words: Int
  /// Of the last filter.
  private var room: Int

  /// - Parameter words: of the first filter, of eight bytes each: a power of two. It takes 2.5 keys a word.
  init(words: Int) {
    filters = [WideKeyFilter(words: words)]
    self.words = words
    room = Self.capacity(ofWords: words)
  }

  /// Fetches the key's words into the cache, for an `insert` that follows.
  func prefetch(_ key: UInt64) {
    for filter in filters { filter.prefetch(key) }
  }

  /// Adds the key, and returns whether it was probably added before.
  mutating func insert(_ key: UInt64) -> Bool {
    let last = filters.count - 1
    for full in 0..<last where filters[full].mayContain(key) { return true }
    if filters[last].insert(key) { return true }
    room -= 1
    if room == 0 {
      words *= 2
      filters.append(WideKeyFilter(words: words))
      room = Self.capacity(ofWords: words)
    }
    return false
  }

  private static func capacity(ofWords words: Int) -> Int { words * 5 / 2 }
}
