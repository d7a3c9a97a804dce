import Testing
import Timestamps

@testable import Evidence
@testable import History

@Suite struct MemoryTests {
  private func file(_ bytes: String, _ records: EvidenceRecord...) -> MemoryNights.File {
    MemoryNights.File(bytes: bytes, records: records)
  }

  private func at(_ time: Int64, status: Int? = 200) -> EvidenceRecord {
    MemoryNights.revocation("u", at: time, status: status)
  }

  @Test func aWindowLeavesWhatEarlierOnesShowed() throws {
    try MemoryNights.with { nights throws in
      #expect(try nights.night(asOf: 1, [file("a", at(1))]) == ["1"])
      #expect(try nights.night(asOf: 2, [file("b", at(2))]) == ["1 of run 1", "2"])
      #expect(try nights.night(asOf: 3, []) == ["1 of run 1", "2 of run 2"])
    }
  }

  @Test func whatIsReadAgainIsOneRecordAndStandsWhereItWasReadLast() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, [file("a", at(1), at(2))])
      #expect(try nights.night(asOf: 2, [file("b", at(2), at(3))]) == ["1 of run 1", "2", "3"])
      #expect(try nights.night(asOf: 3, []) == ["1 of run 1", "2 of run 2", "3 of run 2"])
    }
  }

  @Test func anotherReadingOfTheSameBytesReplacesTheFirst() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, [file("a", at(1, status: 400))])
      var corrected = file("a", at(1))
      corrected.mapping = "corrected"
      #expect(try nights.night(asOf: 2, [corrected]) == ["1"])
      #expect(try nights.night(asOf: 3, []) == ["1 of run 2"])
    }
  }

  @Test func ofATableThatShowsAllThereIsWhatIsGoneIsGone() throws {
    try MemoryNights.with { nights throws in
      var table = file("a", at(1), at(2))
      table.endsWhatItLacks = true
      try nights.night(asOf: 1, [table])
      var shorter = file("b", at(2))
      shorter.endsWhatItLacks = true
      #expect(try nights.night(asOf: 2, [shorter]) == ["2"])
      #expect(try nights.night(asOf: 3, []) == ["2 of run 2"])
      // It comes back with the row.
      #expect(try nights.night(asOf: 4, [table]) == ["1", "2"])
      #expect(try nights.night(asOf: 5, []) == ["1 of run 4", "2 of run 4"])
    }
  }

  @Test func aNightJudgedAgainSeesWhatWasKnownThen() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, [file("a", at(1), at(2))])
      try nights.night(asOf: 3, [file("b", at(2), at(3))])
      #expect(try nights.night(asOf: 2, []) == ["1 of run 1", "2 of run 1"])
      // What the first table ended counts for the night before.
      var table = file("c", at(1))
      table.endsWhatItLacks = true
      try nights.night(asOf: 4, [table])
      #expect(try nights.night(asOf: 3, []) == ["1 of run 1", "2 of run 2", "3 of run 2"])
    }
  }

  @Test func aWithdrawnRunLeavesNothing() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, [file("a", at(1), at(2))])
      var table = file("b", at(2), at(3))
      table.endsWhatItLacks = true
      try nights.night(asOf: 2, [table])
      try nights.withdraw(2)
      #expect(try nights.night(asOf: 3, []) == ["1 of run 1", "2 of run 1"])
    }
  }

  @Test func aWithdrawnRunTakesNothingThatAnotherOneReadToo() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, [file("a", at(1), at(2))])
      try nights.night(asOf: 2, [file("b", at(2))])
      try nights.withdraw(1)
      #expect(try nights.night(asOf: 3, []) == ["2 of run 2"])
    }
  }

  @Test func copiesWithMoreDetailAreOneRecord() throws {
    try MemoryNights.with { nights throws in
      let deletion = EvidenceRecord.deletion(
        DeletionRecord(subject: Subject(uid: "u"), requestID: "r", requestedAt: .init(milliseconds: 1)))
      try nights.night(asOf: 1, [file("a", deletion, at(1))])
      let richer = MemoryNights.revocation("u", at: 1, client: "com.example.app")
      #expect(try nights.night(asOf: 2, [file("b", richer)]) == ["1"])
      #expect(try nights.night(asOf: 3, [file("c", at(1))]) == ["1"])
    }
  }

  @Test func whatWasReadLongAgoIsDropped() throws {
    try MemoryNights.with { nights throws in
      try nights.night(asOf: 1, remember: 10, [file("a", at(1))])
      #expect(try nights.night(asOf: 11, remember: 10, []) == ["1 of run 1"])
      #expect(try nights.night(asOf: 12, remember: 10, []) == ["1 of run 1"])
      #expect(try nights.night(asOf: 13, remember: 10, []).isEmpty)
    }
  }

  @Test func aRequestAndItsRevocationAreDroppedTogether() throws {
    try MemoryNights.with { nights throws in
      let request = EvidenceRecord.deletion(
        DeletionRecord(subject: Subject(uid: "u"), requestID: "r", requestedAt: .init(milliseconds: 1)))
      try nights.night(asOf: 1, remember: 10, [file("a", at(1))])
      try nights.night(asOf: 9, remember: 10, [file("b", request)])
      try nights.night(asOf: 15, remember: 10, [])
      #expect(try nights.night(asOf: 19, remember: 10, []) == ["1 of run 1"])
      try nights.night(asOf: 20, remember: 10, [])
      #expect(try nights.night(asOf: 21, remember: 10, []).isEmpty)
    }
  }
}
