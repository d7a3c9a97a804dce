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
      path: path, series: UndatedPath.of(path), kind: kind, run: run ?? day, runAsOf: Timestamp(day: Double(day)),
      capturedAt: Timestamp(day: Double(day)), firstTime: first.map(Timestamp.init(day:)),
      records: first == nil ? 0 : 5, isWhole: isWhole,
      rejected: uid.map { [RejectedName(kind: .uid, bits: SubjectKey(uid: $0).bits)] } ?? [])
  }

  /// The runs whose sources stay damaged.
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
    // Nobody knows from when on it had records, but what was shown before.
    let unreadable = reading(2, first: nil, isWhole: false)
    #expect(damaged(unreadable, reading(3, first: 0.1)) == [2])
    #expect(damaged(reading(1, first: 0.1), unreadable, reading(3, first: 1.1)) == [2])
    #expect(damaged(reading(1, first: 0.1), unreadable, reading(3, first: 0.9)) == [])
  }

  @Test func aLogThatReachesAsFarBackMakesUpForIt() {
    #expect(damaged(reading(2, first: 1.1, isWhole: false), reading(3, first: 1.1)) == [])
    #expect(damaged(reading(2, first: 1.1, rejects: "a"), reading(3, first: 1.1)) == [])
  }

  @Test func aTableThatReachesAsFarBackMakesUpForIt() {
    func table(_ day: Int64, first: Double?, isWhole: Bool = true, rejects uid: String? = nil) -> DamagedSources.Reading
    {
      reading(day, first: first, isWhole: isWhole, rejects: uid, kind: .consents)
    }
    for bad in [
      table(2, first: 0.1, isWhole: false), table(2, first: nil, isWhole: false), table(2, first: 0.1, rejects: "a"),
    ] {
      #expect(damaged(table(1, first: 0.1), bad, table(3, first: 0.1)) == [])
      // Rows that everybody has seen before may be gone.
      #expect(damaged(table(1, first: 0.1), bad, table(3, first: 0.9)) == [])
      #expect(damaged(table(1, first: 0.1), bad, table(3, first: 1.1)) == [2])
      #expect(damaged(bad, table(3, first: 0.1)) == [])
    }
  }

  /// A file with few rejects counts as whole: not for those whom its own rejects name.
  @Test func aFileMakesUpForNobodyWhomItRejects() {
    func window(_ day: Int64, rejects uid: String? = nil) -> DamagedSources.Reading {
      reading(day, first: Double(day) - 3, rejects: uid)
    }
    // A window of three days with one bad line, which two nights show.
    #expect(damaged(window(3), window(5, rejects: "a"), window(6, rejects: "a"), window(8)) == [5, 6])
    #expect(damaged(window(3), window(5, rejects: "a"), window(6, rejects: "b")) == [5, 6])
    // The row of another stays bad.
    func table(_ day: Int64, rejects uid: String) -> DamagedSources.Reading {
      reading(day, first: 0.1, rejects: uid, kind: .consents)
    }
    #expect(damaged(table(2, rejects: "a"), table(3, rejects: "b"), table(4, rejects: "b")) == [3, 4])
  }

  @Test func theSameFileReadAgainMakesUpForIt() {
    let bad = reading(2, "in/log-2026-11-02.ndjson", first: nil, isWhole: false)
    let night = reading(1, "in/log-2026-11-01.ndjson", first: 0.1)
    for first in [1.2, nil] {
      #expect(damaged(night, bad, reading(2, "in/log-2026-11-02.ndjson", first: first, run: 3)) == [])
    }
    #expect(damaged(night, bad, reading(3, "in/log-2026-11-03.ndjson", first: 1.2)) == [2])
    // With a first record that the broken file had, any name of the series will do, packed or plain.
    let cut = reading(2, "in/log.ndjson.gz", first: 1.2, isWhole: false)
    #expect(damaged(reading(1, first: 0.1), cut, reading(2, first: 1.2, run: 3)) == [])
  }

  @Test func aDateThatStandsInEveryNightsPathTellsNothing() {
    let path = "app-2026-01-01/log.ndjson"
    #expect(
      damaged(
        reading(1, path, first: 0.1), reading(2, path, first: 1.1, isWhole: false), reading(3, path, first: 2.1))
        == [2])
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
    // Tenants' files of one name are series of their own.
    #expect(damaged(reading(1, "n2/log.ndjson", first: 0.1), bad, reading(3, "n2/log.ndjson", first: 0.1)) == [2])
    let ofTenant = reading(2, "n1/a/log.ndjson", first: 0.5, isWhole: false)
    #expect(
      damaged(ofTenant, reading(3, "n2/a/log.ndjson", first: 0.9), reading(3, "n2/b/log.ndjson", first: 0.1)) == [2])
    #expect(
      damaged(ofTenant, reading(3, "n2/a/log.ndjson", first: 0.5), reading(3, "n2/b/log.ndjson", first: 0.9)) == [])
    #expect(
      damaged(ofTenant, reading(3, "n1/a/log.ndjson", first: 0.9), reading(3, "n1/b/log.ndjson", first: 0.1)) == [2])
  }

  @Test func tonightsOwnAreNotEarlierOnesAndSnapshotsAreNeither() {
    #expect(damaged(reading(2, first: 1.1, isWhole: false, run: DamagedSources.thisRun)) == [])
    #expect(damaged(reading(2, first: 1.1, isWhole: false, kind: .accounts)) == [])
    #expect(damaged(reading(2, first: 1.1, isWhole: false, kind: .providerConfig)) == [])
  }

  @Test func whoIsMeantIsSaid() throws {
    let rejects = DamagedSources([reading(2, first: 1.1, rejects: "a"), reading(3, first: 2.1, rejects: "b")]).find()
    #expect(rejects.map(\.isAboutAnybody) == [false, false])
    #expect(rejects[0].names == [RejectedName(kind: .uid, bits: SubjectKey(uid: "a").bits)])
    // One sentence for each file.
    #expect(rejects.sentences.count == 1)
    #expect(rejects.sentences[0].hasPrefix("Run 3 (and 1 earlier) could not read all records of `in/log.ndjson`"))
    #expect(rejects.sentences[0].contains("those whom they name (names: 2)"))
    let cut = DamagedSources([reading(2, first: 1.1, isWhole: false)]).find()
    #expect(cut.map(\.isAboutAnybody) == [true])
    #expect(cut.sentences[0].contains("proves nothing about anybody"))
    let many = DamagedSources(
      (1...30).map { reading(1, "in/log\($0)x.ndjson", first: 0.1, isWhole: false) }
    ).find()
    #expect(many.sentences.count == 21)
    #expect(many.sentences.last?.contains("10 further files") == true)
  }
}

extension Timestamp {
  fileprivate init(day: Double) { self.init(milliseconds: Int64(day * 86_400_000)) }
}
