import AccountFixtures
import Testing
import Timestamps

@testable import Evidence

/// Which records repeat others, where none is kept.
@Suite struct RepetitionCounterTests {
  private static let captures = [0: Timestamp(milliseconds: 1), 1: Timestamp(milliseconds: 2)]

  private func consent(_ uid: String) -> EvidenceRecord {
    .consent(ConsentRecord(subject: Subject(uid: uid), purpose: "p", givenAt: Timestamp(milliseconds: 5)))
  }

  private func link(_ uid: String) -> EvidenceRecord {
    .link(LinkRecord(subject: Subject(uid: uid), provider: "phone", linkedAt: Timestamp(milliseconds: 5)))
  }

  /// - Parameter limit: below the number of records, so that they go through a file.
  @Test(arguments: [2, 100])
  func aRecordCountsOnce(limit: Int) throws {
    let counter = RepetitionCounter(limit: limit)
    for number in 1...4 as ClosedRange<Int64> {
      try counter.accept(link(number == 4 ? "u2" : "u1"), at: Place(source: 0, number: number))
    }
    try counter.accept(link("u1"), at: Place(source: 1, number: 1))
    // A statement of the first source is repeated by the later capture, and is the last word there.
    try counter.accept(consent("u1"), at: Place(source: 0, number: 9))
    try counter.accept(consent("u1"), at: Place(source: 1, number: 9))
    // The second part of a record is none of its own.
    try counter.accept(link("u2"), at: Place(source: 1, number: 7).part(1))
    #expect(try counter.finish(captures: Self.captures) == [0: 3, 1: 1])
  }

  @Test func anAccountOfOtherContentIsNoRepetition() throws {
    let counter = RepetitionCounter()
    let accounts = [
      AccountRecord(uid: "a", email: "a@example.com"), AccountRecord(uid: "a", email: "a@example.com"),
      AccountRecord(uid: "a", email: "b@example.com"), AccountRecord(uid: "b", email: "a@example.com"),
    ]
    for (index, account) in accounts.enumerated() {
      _ = try account.withSketch { try counter.screen($0, at: Place(source: 0, number: Int64(index + 1))) }
    }
    #expect(try counter.finish(captures: Self.captures) == [0: 1])
  }
}
