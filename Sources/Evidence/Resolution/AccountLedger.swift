import Storage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every account of the snapshot by a hash of its uid, with a hash of its content, which tells a repetition from a
/// contradiction.
///
/// Accounts out of scope are kept nowhere else, so this is what a night of ten million accounts costs in memory: next
/// to nothing while uids ascend, as Firebase writes them, since the hashes go to a file; and about 19 bytes an account
/// once one does not, since only then may an account stand twice. A table with all of it in each slot took 40.
struct AccountLedger {
  enum Entry {
    case first
    case same
    /// The uid was read before with other content, at this place.
    case different(Place)
  }

  private var keys = ChunkedArray<UInt64>()
  /// Half of the hash is enough to tell two records of one account apart.
  private var contents = ChunkedArray<UInt32>()
  private var places = PlaceRuns()
  private var last: [UInt8] = []
  /// Positions in `keys`, counted from 1, by the low bits of the key; empty while uids ascend.
  private var table: [UInt32] = []
  private let file: SpillFile
  private var failure: StorageError?

  /// - Parameter file: takes what is not needed while uids ascend.
  init(_ file: SpillFile) {
    self.file = file
  }

  var count: Int { keys.count }

  /// To be called when all accounts are entered.
  ///
  /// - Throws: `StorageError` where the file could not be written or read: repetitions may have been missed.
  func check() throws {
    if let failure { throw failure }
  }

  mutating func enter(_ key: UInt64, uid: BorrowedText, content: UInt64, place: Place) -> Entry {
    if table.isEmpty {
      if ascends(uid) {
        append(key, content, place)
        if keys.endsWithFullChunk { spill() }
        return .first
      }
      recall()
      // `check` ends the run then.
      guard failure == nil else { return .first }
      makeIndex()
    }
    let slot = slot(of: key)
    if table[slot] != 0 {
      let position = Int(table[slot]) - 1
      return contents[position] == UInt32(truncatingIfNeeded: content) ? .same : .different(places[position])
    }
    append(key, content, place)
    table[slot] = UInt32(keys.count)
    if keys.count > table.count / 4 * 3 { makeIndex() }
    return .first
  }

  private mutating func makeIndex() {
    var capacity = 1 << 12
    while keys.count >= capacity / 2 { capacity *= 2 }
    table = []
    table = Array(repeating: 0, count: capacity)
    for position in 0..<keys.count { table[slot(of: keys[position])] = UInt32(position + 1) }
    last = []
  }

  private mutating func spill() {
    withFile { keys, contents, file throws(StorageError) in
      try keys.spill(to: file)
      try contents.spill(to: file)
    }
  }

  private mutating func recall() {
    withFile { keys, contents, file throws(StorageError) in
      try keys.recall(from: file)
      try contents.recall(from: file)
    }
  }

  private mutating func withFile(
    _ body: (inout ChunkedArray<UInt64>, inout ChunkedArray<UInt32>, SpillFile) throws(StorageError) -> Void
  ) {
    guard failure == nil else { return }
    do throws(StorageError) {
      try body(&keys, &contents, file)
    } catch {
      failure = error
    }
  }

  private mutating func append(_ key: UInt64, _ content: UInt64, _ place: Place) {
    keys.append(key)
    contents.append(UInt32(truncatingIfNeeded: content))
    places.append(place)
  }

  private mutating func ascends(_ uid: BorrowedText) -> Bool {
    let isAfter = last.withUnsafeBufferPointer { last in
      guard let left = last.baseAddress, let right = uid.baseAddress else { return !uid.isEmpty }
      let order = memcmp(left, right, min(last.count, uid.count))
      return order < 0 || order == 0 && last.count < uid.count
    }
    if isAfter {
      last.removeAll(keepingCapacity: true)
      last.append(contentsOf: uid)
    }
    return isAfter
  }

  private func slot(of key: UInt64) -> Int {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while table[slot] != 0, keys[Int(table[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }
}

/// An array that grows without moving what it holds: a plain one needs three times its size while it moves. Its full
/// chunks may be in a file for a while, in which it only grows.
///
/// # Safety
/// The elements are plain bytes. Each chunk is written as a whole and read back at its full size.
private struct ChunkedArray<Element: BitwiseCopyable> {
  private static var chunkBits: Int { 16 }
  private static var chunkSize: Int { 1 << chunkBits }
  /// Those that are in the file are empty.
  private var chunks: [[Element]] = []
  /// Where the first chunks are in the file.
  private var places: [Int64] = []
  private(set) var count = 0

  subscript(_ position: Int) -> Element {
    chunks[position >> Self.chunkBits][position & (Self.chunkSize - 1)]
  }

  /// Whether the next element begins a chunk.
  var endsWithFullChunk: Bool { count & (Self.chunkSize - 1) == 0 }

  mutating func append(_ element: Element) {
    if endsWithFullChunk {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// Moves full chunks to the file.
  mutating func spill(to file: SpillFile) throws(StorageError) {
    while places.count < count >> Self.chunkBits {
      let chunk = chunks[places.count]
      let result = chunk.withUnsafeBytes { bytes in
        Result { () throws(StorageError) in try file.append(bytes) }
      }
      chunks[places.count] = []
      places.append(try result.get())
    }
  }

  /// Takes back what is in the file.
  mutating func recall(from file: SpillFile) throws(StorageError) {
    for (index, place) in places.enumerated() {
      var failure: StorageError?
      chunks[index] = [Element](unsafeUninitializedCapacity: Self.chunkSize) { buffer, filled in
        do throws(StorageError) {
          try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: place)
          filled = buffer.count
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    places = []
  }
}

/// Places that mostly follow one another: each run of neighbours takes one entry.
private struct PlaceRuns {
  private var runs: [(position: Int, place: Place)] = []
  private var count = 0
  private var next: Int64 = 0

  subscript(_ position: Int) -> Place {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].position <= position { low = middle } else { high = middle }
    }
    return Place(ref: runs[low].place.ref + Int64(position - runs[low].position))
  }

  mutating func append(_ place: Place) {
    if runs.isEmpty || place.ref != next { runs.append((count, place)) }
    count += 1
    next = place.ref + 1
  }
}
