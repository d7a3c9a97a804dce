/// How many lines there are, and a hash of their numbers: two sets of lines that have the same tally are the same, but
/// for an accident of 2⁻⁶⁴.
package struct LineTally: Codable, Hashable, Sendable {
  package private(set) var count = 0
  private var hash: UInt64 = 0

  package init() {}

  /// That of the lines from 1 on.
  package init(upTo count: Int) {
    for number in 0..<count { add(Int64(number) + 1) }
  }

  package mutating func add(_ number: Int64) {
    count += 1
    // The finaliser of SplitMix64 (http://prng.di.unimi.it/splitmix64.c): sums of numbers alone are easily the same.
    var word = UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    hash &+= word ^ word >> 31
  }

  package static func += (tally: inout LineTally, other: LineTally) {
    tally.count += other.count
    tally.hash &+= other.hash
  }
}
