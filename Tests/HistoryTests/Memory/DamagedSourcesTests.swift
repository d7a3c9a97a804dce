import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Which later file makes up for one that could not all be read.
@Suite struct DamagedSourcesTests {
  /// - Parameters:
  ///   - day: of the capture; the run's number is the same.
  ///   - first: the day of the earliest record; nil where none could be read.
  private func reading(
    _ day: Int64, _ path: String = "in/log.ndjson", first: Double?, isWhole: Bool = true, rejects uid: String? = nil,
    kind: EvidenceKind = .revocations, run: Int64? = nil
  ) -> DamagedSources.Reading {
    DamagedSources.Reading(
      path: path, series: UndatedPath.of(path), kind: kind, run: run ?? day, capturedAt: Timestamp(day: Double(day)),
      firstTime: first.map(Timestamp.init(day:)), records: first == nil ? 0 : 5, isWhole: isWhole,
      rejected: uid.map { [RejectedName(kind: .uid, bits: SubjectKey(uid: $0).bits)] } ?? [])
  }

  /// The days of the sources that stay damaged.
  private func damaged(_ readings: DamagedSources.Reading...) -> [Int64] {
    DamagedSources(readings).find().map(\.run)
  }

  @Test func wholeFilesAreNotDamaged() {
    #expect(damaged(reading(1, first: 0.5), reading(2, first: 1.5)) == [])
  }

  @Test func aLogThatWasRotatedMakesUpForNothing() {
    for bad in [reading(2, first: 1.1, isWhole: false), reading(2, first: 1.1, rejects: "a")] {
      #expect(damaged(reading(1, first: 0.1), bad, reading(3, first: 2.1)) == [2])
      #expect(damaged(bad, reading(3, first: 2.1)) == [2])
    }
  }

  @Test func aTableThatReachesAsFarBackMakesUpForIt() {
    for bad in [
      reading(2, first: 0.1, isWhole: false), reading(2, first: nil, isWhole: false),
      reading(2, first: 0.1, rejects: "a"),
    ] {
      #expect(damaged(reading(1, first: 0.1), bad, reading(3, first: 0.1)) == [])
      // Rows that everybody has seen before may be gone.
      #expect(damaged(reading(1, first: 0.1), bad, reading(3, first: 0.9)) == [])
      #expect(damaged(bad, reading(3, first: 0.1)) == [])
    }
  }

  @Test func theSameFileReadAgainMakesUpForIt() {
    let bad = reading(2, "in/log-2026-11-02.ndjson", first: nil, isWhole: false)
    let night = reading(1, "in/log-2026-11-01.ndjson", first: 0.1)
    let again = reading(2, "in/log-2026-11-02.ndjson", first: 1.2, run: 3)
    #expect(damaged(night, bad, again) == [])
    #expect(damaged(night, bad, reading(3, "in/log-2026-11-03.ndjson", first: 1.2)) == [2])
    // With a first record that the broken file had, any name will do.
    let cut = reading(2, first: 1.2, isWhole: false)
    #expect(damaged(reading(1, first: 0.1), cut, reading(2, first: 1.2, run: 3)) == [])
  }

  @Test func whatCannotShowItMakesUpForNothing() {
    let bad = reading(2, first: 1.1, isWhole: false)
    #expect(damaged(bad, reading(3, first: 1.1, isWhole: false)) == [2, 3])
    #expect(damaged(bad, reading(3, first: nil)) == [2])
    #expect(damaged(bad, reading(3, first: 1.1, kind: .notifications)) == [2])
    #expect(damaged(bad, reading(3, "in/other.ndjson", first: 1.1)) == [2])
    // A copy of the night before.
    #expect(damaged(bad, reading(1, first: 0.1, run: 3)) == [2])
    // Another part of the same night.
    #expect(damaged(bad, reading(2, "in/log.ndjson", first: 1.1, run: 2)) == [2])
  }

  @Test func aFolderForEachNightIsOneSeries() {
    let bad = reading(2, "n1/log.ndjson", first: 0.1, isWhole: false)
    #expect(damaged(bad, reading(3, "n2/log.ndjson", first: 0.1)) == [])
    // Two tenants' files of one name are two series.
    #expect(damaged(reading(1, "n2/log.ndjson", first: 0.1), bad, reading(3, "n2/log.ndjson", first: 0.1)) == [2])
  }

  @Test func tonightsOwnAreNotEarlierOnesAndSnapshotsAreNeither() {
    #expect(damaged(reading(2, first: 1.1, isWhole: false, run: DamagedSources.thisRun)) == [])
    #expect(damaged(reading(2, first: 1.1, isWhole: false, kind: .accounts)) == [])
    #expect(damaged(reading(2, first: 1.1, isWhole: false, kind: .providerConfig)) == [])
  }

  @Test func whoIsMeantIsSaid() throws {
    let rejects = try #require(DamagedSources([reading(2, first: 1.1, rejects: "a")]).find().first)
    #expect(!rejects.isAboutAnybody)
    #expect(rejects.names == [RejectedName(kind: .uid, bits: SubjectKey(uid: "a").bits)])
    let cut = try #require(DamagedSources([reading(2, first: 1.1, isWhole: false)]).find().first)
    #expect(cut.isAboutAnybody)
  }
}

extension Timestamp {
  fileprivate init(day: Double) { self.init(milliseconds: Int64(day * 86_400_000)) }
}
