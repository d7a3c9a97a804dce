import Testing

@testable import History

@Suite struct FindingIndexTests {
  private func parts(of id: String, in index: FindingIndex) -> [Int] {
    guard !index.buckets.isEmpty else { return [] }
    return FindingIndex.parts(of: id, in: index.buckets[FindingIndex.bucket(of: id, among: index.buckets.count)])
  }

  private func id(_ number: Int) -> String { "ra-\(String(number, radix: 16))" }

  @Test(arguments: [0, 1, 256, 257, 5000]) func eachFindingIsInThePartThatIsNamed(count: Int) {
    var builder = FindingIndex.Builder()
    for number in 0..<count { builder.add(id(number), part: number / 70) }
    let index = builder.finish()
    #expect((0..<count).allSatisfy { parts(of: id($0), in: index).contains($0 / 70) })
    // One bucket for some hundred findings, and few that are named in vain.
    #expect(index.buckets.count <= max(1, count / 64))
    #expect((count..<(2 * count)).count { !parts(of: id($0), in: index).isEmpty } <= count / 50)
    #expect(index.buckets.reduce(0) { $0 + $1.count } == count * 6)
  }

  /// Of a store that another version wrote, or somebody else.
  @Test func anEntryThatIsCutShortIsPassedOver() {
    var builder = FindingIndex.Builder()
    builder.add("ra-1", part: 70_000)
    let bucket = builder.finish().buckets[0]
    #expect(FindingIndex.parts(of: "ra-1", in: bucket) == [70_000])
    #expect(FindingIndex.parts(of: "ra-1", in: bucket.dropLast()).isEmpty)
    #expect(FindingIndex.parts(of: "ra-1", in: bucket + [1, 2]) == [70_000])
  }
}
