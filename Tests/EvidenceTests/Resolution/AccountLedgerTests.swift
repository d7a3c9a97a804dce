import Foundation
import Storage
import Testing

@testable import Evidence

@Suite struct AccountLedgerTests {
  private func enter(
    _ ledger: inout AccountLedger, _ uid: String, content: UInt64 = 1, at number: Int64, in source: Int = 0
  )
    -> AccountLedger.Entry
  {
    var uid = uid
    return uid.withUTF8 {
      ledger.enter(SubjectKey(uid: $0).bits, uid: $0, content: content, place: Place(source: source, number: number))
    }
  }

  private func isFirst(_ entry: AccountLedger.Entry) -> Bool { if case .first = entry { true } else { false } }
  private func isSame(_ entry: AccountLedger.Entry) -> Bool { if case .same = entry { true } else { false } }
  private func place(_ entry: AccountLedger.Entry) -> Place? {
    if case .different(let place) = entry { place } else { nil }
  }

  @Test func aRepetitionIsFoundWhereverItStands() throws {
    for early in [1, 1999, 65_536, 65_537, 131_073, 140_000] {
      var ledger = AccountLedger(try .temporary())
      for number in 1...140_000 {
        // Every third record is a reject, so that places have gaps.
        #expect(isFirst(enter(&ledger, "u\(1_000_000 + number)", at: Int64(number * 3 / 2))))
      }
      #expect(isSame(enter(&ledger, "u\(1_000_000 + early)", at: 300_000)))
      let other = enter(&ledger, "u\(1_000_000 + early)", content: 2, at: 300_001, in: 1)
      #expect(place(other) == Place(source: 0, number: Int64(early * 3 / 2)))
      #expect(ledger.count == 140_000)
    }
  }

  @Test func aFullDiskIsNoFirstAccount() throws {
    var ledger = AccountLedger(SpillFile(descriptor: open("/dev/full", O_RDWR)))
    for number in 1...65_535 { _ = enter(&ledger, "u\(1_000_000 + number)", at: Int64(number)) }
    try ledger.check()
    for number in 65_536...140_000 { _ = enter(&ledger, "u\(1_000_000 + number)", at: Int64(number)) }
    _ = enter(&ledger, "u1000001", at: 140_001)
    #expect(throws: StorageError.self) { try ledger.check() }
  }

  @Test func uidsMayComeInAnyOrder() throws {
    var ledger = AccountLedger(try .temporary())
    let uids = (0..<5000).map { "u\(($0 * 7919) % 5000)" }
    for (number, uid) in uids.enumerated() { #expect(isFirst(enter(&ledger, uid, at: Int64(number + 1)))) }
    for (number, uid) in uids.enumerated() {
      #expect(isSame(enter(&ledger, uid, at: 9999)))
      #expect(place(enter(&ledger, uid, content: 5, at: 9999)) == Place(source: 0, number: Int64(number + 1)))
    }
    #expect(ledger.count == 5000)
  }

  @Test func aSecondSourceThatGoesOnAscendingIsFollowed() throws {
    var ledger = AccountLedger(try .temporary())
    #expect(isFirst(enter(&ledger, "a", at: 7)))
    #expect(isFirst(enter(&ledger, "ab", at: 1, in: 1)))
    #expect(isFirst(enter(&ledger, "b", at: 2, in: 1)))
    #expect(place(enter(&ledger, "ab", content: 9, at: 1, in: 2)) == Place(source: 1, number: 1))
    #expect(isSame(enter(&ledger, "a", at: 2, in: 2)))
  }
}

extension SpillFile {
  /// A file that goes with its last owner.
  static func temporary() throws -> SpillFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try RunFiles(beside: folder.appending(path: "audit.sqlite").path)
    defer { files.remove() }
    return try files.makeSpill()
  }
}

@Suite struct NameTableTests {
  @Test func namesKeepTheirMarksWhileTheTableGrows() {
    let table = NameTable()
    for key in 0..<UInt64(5000) { table.add(key &* 0x9e37_79b9_7f4a_7c15, bringsIntoScope: key % 2 == 0) }
    table.add(0, bringsIntoScope: false)
    table.mark(77, .isInSnapshot)
    #expect(table.count == 5000)
    #expect(!table.contains(77) && !table.has(.isInSnapshot, 77))
    for key in 0..<UInt64(5000) {
      let name = key &* 0x9e37_79b9_7f4a_7c15
      #expect(table.contains(name) && table.has(.bringsIntoScope, name) == (key % 2 == 0))
    }
    table.mark(0, .isInSnapshot)
    let renamed = table.renamed { $0 == 0 ? 42 : $0 }
    #expect(renamed.has(.isInSnapshot, 42) && renamed.has(.bringsIntoScope, 42) && !renamed.contains(0))
  }
}

@Suite struct KeyFilterTests {
  @Test func aRepetitionIsNeverMissedAndAFirstIsSeldomTakenForOne() {
    let filter = KeyFilter(words: 1 << 20)
    let keys = (0..<200_000).map { SubjectKey(uid: "u\($0)").bits }
    #expect(keys.count { filter.insert($0) } < 20)
    #expect(keys.allSatisfy { filter.insert($0) })
  }

  /// The first of these filters is full after 2,560 keys.
  @Test func itIsSoHoweverManyKeysThereAre() {
    var filter = GrowingKeyFilter(words: 1 << 10)
    let keys = (0..<200_000).map { SubjectKey(uid: "u\($0)").bits }
    var (taken, found) = (0, 0)
    for key in keys where filter.insert(key) { taken += 1 }
    for key in keys where filter.insert(key) { found += 1 }
    // One filter of the first one's size would take nearly all.
    #expect(taken < keys.count / 1000 && found == keys.count, "\(taken)")
  }
}
