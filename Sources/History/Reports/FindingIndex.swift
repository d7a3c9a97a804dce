package import Foundation

/// Which part of a kept report has which finding: six bytes for each, in buckets of some hundred.
package struct FindingIndex: Hashable, Sendable {
  /// Their number is a power of two, or there is none where there are no findings.
  package private(set) var buckets: [Data] = []

  /// How many findings a bucket has on average, at most.
  private static let perBucket = 256
  /// Bytes of an entry: two of the id's hash, and four of the part's number.
  private static let entrySize = 6

  package init() {}

  package struct Builder: Sendable {
    private var hashes: [UInt64] = []
    /// Which part the findings from an index on are in.
    private var parts: [(start: Int, part: UInt32)] = []

    package init() {}

    /// - Parameter id: as the report shows it.
    package mutating func add(_ id: String, part: Int) {
      let part = UInt32(truncatingIfNeeded: part)
      if parts.last?.part != part { parts.append((hashes.count, part)) }
      hashes.append(FindingIndex.hash(id))
    }

    package func finish() -> FindingIndex {
      var index = FindingIndex()
      guard !hashes.isEmpty else { return index }
      var count = 1
      while count * perBucket < hashes.count { count *= 2 }
      index.buckets = Array(repeating: Data(), count: count)
      for (number, part) in parts.enumerated() {
        let end = number + 1 < parts.count ? parts[number + 1].start : hashes.count
        for hash in hashes[part.start..<end] {
          var entry = UInt64(part.part) << 16 | UInt64(fingerprint(hash))
          for _ in 0..<entrySize {
            index.buckets[bucket(hash, of: count)].append(UInt8(truncatingIfNeeded: entry))
            entry >>= 8
          }
        }
      }
      return index
    }
  }

  /// - Parameter count: of all buckets.
  static func bucket(of id: String, among count: Int) -> Int { bucket(hash(id), of: count) }

  /// The numbers of the parts that may have the finding, by its bucket; nearly always one.
  static func parts(of id: String, in bucket: Data) -> [Int] {
    let mine = fingerprint(hash(id))
    let bytes = [UInt8](bucket)
    return stride(from: 0, to: bytes.count - entrySize + 1, by: entrySize).compactMap { start in
      let entry = bytes[start..<(start + entrySize)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return UInt16(truncatingIfNeeded: entry) == mine ? Int(entry >> 16) : nil
    }
  }

  private static func bucket(_ hash: UInt64, of count: Int) -> Int { Int(hash >> 32) & (count - 1) }
  private static func fingerprint(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash) }

  /// FNV-1a, the same in every version, and its halves mixed.
  private static func hash(_ id: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (hash ^ hash >> 29) &* 0xbf58_476d_1ce4_e5b9
  }
}
