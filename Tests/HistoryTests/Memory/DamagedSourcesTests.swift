import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Which later file makes up for one that could not all be read.
@Suite struct DamagedSourcesTests {
  /// - Parameters:
  ///   - day: of the capture; the run's number is the same.
  ///   - first: the day of the earliest record; nil where none could be read.
  ///   - last: the day of the latest one; nil where the store does not tell.
  private func reading(
    _ day: Int64, _ path: String = "in/log.ndjson", first: Double?, last: Double? = nil, isWhole: Bool = true,
    rejects uid: String? = nil,
    kind: EvidenceKind = .revocations, run: Int64? = nil, bytes: String? = nil
  ) -> DamagedSources.Reading {
    DamagedSources.Reading(
      path: path, series: UndatedPath.of(path), kind: kind, run: run ?? day, runAsOf: Timestamp(day: Double(day)),
      capturedAt: Timestamp(day: Double(day)), firstTime: first.map(Timestamp.init(day:)),
      lastTime: last.map(Timestamp.init(day:)), records: first == nil ? 0 : 5, isWhole: isWhole,
      rejected: uid.map { [RejectedName(kind: .uid, bits: SubjectKey(uid: $0).bits)] } ?? [],
      sha256: bytes ?? "\(run ?? day) \(path)")
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

  /// A clock was slow on the first night, and its records were too late; the second one reads them, and a name or the
  /// clock says another time of capture.
  @Test(arguments: [EvidenceKind.revocations, .consents]) func theSameBytesMakeUpForItWheneverTheyWereCaptured(
    kind: EvidenceKind
  ) {
    let path = "in/log-2026-11-05.ndjson"
    func night(_ day: Int64, run: Int64, isWhole: Bool = true, rejects uid: String? = nil, bytes: String = "b")
      -> DamagedSources.Reading
    {
      reading(day, path, first: 1.1, isWhole: isWhole, rejects: uid, kind: kind, run: run, bytes: bytes)
    }
    for bad in [night(7, run: 1, isWhole: false, rejects: "a"), night(7, run: 1, rejects: "a")] {
      #expect(damaged(bad, night(5, run: 2)) == [])
      #expect(damaged(bad, night(5, run: 2, bytes: "c")) == [1])
      // It still rejects the record, or was read before.
      #expect(damaged(bad, night(5, run: 2, rejects: "a")) == [1, 2])
      #expect(damaged(night(5, run: 1), night(7, run: 2, rejects: "a")) == [2])
    }
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

  /// A whole part of a log, with records from the one day until the other.
  private func part(
    _ day: Int64, _ name: String, _ days: ClosedRange<Double>, isWhole: Bool = true, rejects uid: String? = nil,
    kind: EvidenceKind = .revocations
  ) -> DamagedSources.Reading {
    reading(
      day, "in/\(name)", first: days.lowerBound, last: days.upperBound, isWhole: isWhole, rejects: uid, kind: kind)
  }

  /// The night that reads the log half, with the parts that were rotated before.
  private func cutNight(_ bad: DamagedSources.Reading) -> [DamagedSources.Reading] {
    [bad, part(2, "log.ndjson.1", 0.1...1.0), part(2, "log.ndjson-20261101", 0.1...1.0)]
  }

  @Test(arguments: [
    "log.ndjson.1", "log.ndjson.2.gz", "log.ndjson-20261102", "log-20261102.ndjson.gz", "log.1.ndjson",
    "log-2026-11-02.1.ndjson",
  ]) func theRotatedPartMakesUpForTheLogThatWasCut(name: String) {
    for bad in [
      part(2, "log.ndjson", 1.1...1.2, isWhole: false), part(2, "log.ndjson", 1.1...1.2, rejects: "a"),
    ] {
      let nights = cutNight(bad) + [part(3, "log.ndjson", 2.01...2.2), part(3, name, 1.1...2.0)]
      #expect(DamagedSources(nights).find().map(\.run) == [])
      // The order in which they are read is that of the runs, and no other.
      #expect(DamagedSources(nights.reversed()).find().map(\.run) == [])
    }
  }

  @Test func aRotatedPartThatWasCutIsMadeUpForByTheNextOfItsNames() {
    let bad = part(3, "log.ndjson.1", 1.1...1.6, isWhole: false)
    let tonight = [part(3, "log.ndjson", 2.1...2.2), part(3, "log.ndjson.2.gz", 0.1...1.0)]
    let whole = part(4, "log.ndjson.2.gz", 1.1...2.0)
    // Under its own name there is another file by then.
    let next = [part(4, "log.ndjson", 3.1...3.2), part(4, "log.ndjson.1", 2.1...3.0)]
    #expect(DamagedSources([bad] + tonight + next).find().map(\.run) == [3])
    #expect(DamagedSources([bad] + tonight + next + [whole]).find().map(\.run) == [])
    #expect(DamagedSources([bad] + tonight + [part(5, "log.ndjson.3.gz", 1.1...2.0)]).find().map(\.run) == [])
  }

  @Test func noOtherPartOfTheLogMakesUpForIt() {
    let bad = part(2, "log.ndjson", 1.1...1.4, isWhole: false)
    for (what, other) in [
      "older": part(3, "log.ndjson.2.gz", 0.1...1.0), "older, to its beginning": part(3, "log.ndjson.1", 0.1...1.1),
      "newer": part(3, "log.ndjson.1", 1.2...2.0), "cut": part(3, "log.ndjson.1", 1.1...1.4, isWhole: false),
      "read before": part(1, "log.ndjson.1", 1.1...2.0), "of the same night": part(2, "log.ndjson.1", 1.1...2.0),
      "of another log": part(3, "other.ndjson.1", 1.1...2.0),
      "of another kind": part(
        3, "log.ndjson.1", 1.1...2.0, kind: .mail), "of another machine": part(3, "log-2.ndjson", 1.1...2.0),
      "of another host": part(3, "10.0.0.1.ndjson", 1.1...2.0),
    ] {
      #expect(DamagedSources(cutNight(bad) + [other]).find().map(\.run).contains(2), "\(what)")
    }
    // A copy of before the break.
    var copy = part(3, "log.ndjson.1", 1.1...1.4)
    copy.capturedAt = Timestamp(day: 1.5)
    #expect(DamagedSources([bad, copy]).find().map(\.run) == [2])
    // The row that it rejects itself.
    let rejects = part(2, "log.ndjson", 1.1...1.4, rejects: "a")
    #expect(DamagedSources([rejects, part(3, "log.ndjson.1", 1.1...2.0, rejects: "a")]).find().map(\.run) == [2, 3])
    #expect(DamagedSources([rejects, part(3, "log.ndjson.1", 1.1...2.0, rejects: "b")]).find().map(\.run) == [3])
  }

  @Test func anOlderFileOfTheNameMakesUpForNothing() {
    let bad = part(2, "log.ndjson", 1.1...1.4, isWhole: false)
    #expect(DamagedSources([bad, part(3, "log.ndjson", 1.1...1.3)]).find().map(\.run) == [2])
    #expect(DamagedSources([bad, part(3, "log.ndjson", 1.1...1.4)]).find().map(\.run) == [])
  }

  /// What was read tells nothing of when it ended, or when it began.
  @Test func aRotatedPartReachesToTheCaptureWhereNothingElseTells() {
    let bad = reading(2, first: 1.1, isWhole: false)
    #expect(DamagedSources([bad, part(3, "log.ndjson.1", 1.1...1.9)]).find().map(\.run) == [2])
    #expect(DamagedSources([bad, part(3, "log.ndjson.1", 1.1...2.1)]).find().map(\.run) == [])
    let unreadable = reading(2, first: nil, isWhole: false)
    #expect(DamagedSources([unreadable, part(3, "log.ndjson.1", 0.1...2.1)]).find().map(\.run) == [2])
    let before = part(1, "log.ndjson", 0.1...0.9)
    #expect(DamagedSources([before, unreadable, part(3, "log.ndjson.1", 1.1...2.1)]).find().map(\.run) == [2])
    #expect(DamagedSources([before, unreadable, part(3, "log.ndjson.1", 0.1...2.1)]).find().map(\.run) == [])
  }

  /// In the hours before the copy nobody asked for anything, or it is a packed one that cannot be unpacked.
  @Test func partsAroundTheCaptureMakeUpForALogOfWhichNothingWasRead() {
    func written(_ run: Int64, _ name: String, _ last: Double, records: Int = 5, isWhole: Bool = true)
      -> DamagedSources.Reading
    {
      var part = part(run, name, last...last, isWhole: isWhole)
      part.capturedAt = Timestamp(day: last)
      part.records = records
      if records == 0 { (part.firstTime, part.lastTime) = (nil, nil) }
      return part
    }
    let bad = written(2, "log.ndjson", 2.1, records: 0, isWhole: false)
    let before = written(2, "log.ndjson.1", 1.9)
    func isMadeUpFor(_ later: DamagedSources.Reading...) -> Bool {
      DamagedSources([bad, before] + later).find().allSatisfy { $0.run != 2 }
    }
    let (older, newer) = (written(3, "log.ndjson.2.gz", 1.9), written(3, "log.ndjson.1", 2.9))
    #expect(isMadeUpFor(older, newer, written(3, "log.ndjson", 3.1)))
    #expect(isMadeUpFor(written(3, "log.ndjson.1", 1.9), written(3, "log.ndjson", 2.2)))
    // Of a quiet day, too.
    #expect(isMadeUpFor(written(3, "log.ndjson.2.gz", 1.9, records: 0), newer))
    #expect(!isMadeUpFor(newer))
    #expect(!isMadeUpFor(older))
    #expect(!isMadeUpFor(older, written(4, "log.ndjson.1", 2.9)))
    #expect(!isMadeUpFor(older, written(3, "log.ndjson.1", 2.9, records: 0)))
    #expect(!isMadeUpFor(older, written(3, "log.ndjson.1", 2.9, isWhole: false)))
    #expect(!isMadeUpFor(written(3, "log.ndjson.2.gz", 1.9, isWhole: false), newer))
    // One is missing between them, or names do not tell whether one is.
    #expect(!isMadeUpFor(written(3, "log.ndjson.3.gz", 1.9), newer))
    #expect(!isMadeUpFor(written(3, "log.ndjson-20261101", 1.9), newer))
    #expect(!isMadeUpFor(written(3, "log.2.ndjson", 1.9), newer))
    #expect(!isMadeUpFor(written(3, "other.ndjson.2", 1.9), newer))
    // Both are from before or after.
    #expect(!isMadeUpFor(written(3, "log.ndjson.2.gz", 2.2), newer))
    #expect(!isMadeUpFor(older, written(3, "log.ndjson.1", 2.0)))
    // What could be read tells more.
    let read = written(2, "log.ndjson", 2.1, records: 5, isWhole: false)
    #expect(DamagedSources([read, before, older, newer]).find().map(\.run) == [2])
  }

  /// Their numbers are those of programs.
  @Test func filesThatAreWrittenBesideEachOtherDoNotMakeUpForEachOther() {
    let bad = part(2, "worker.1.log", 1.1...1.4, isWhole: false)
    let beside = part(2, "worker.2.log", 1.0...1.9)
    let later = part(3, "worker.2.log", 1.0...2.9)
    #expect(DamagedSources([bad, later]).find().map(\.run) == [])
    #expect(DamagedSources([bad, beside, later]).find().map(\.run) == [2])
    // It was there on that night, with less in it.
    #expect(DamagedSources([bad, part(2, "worker.2.log", 1.0...1.0), later]).find().map(\.run) == [2])
    #expect(DamagedSources([bad, later, part(3, "worker.3.log", 2.0...2.4)]).find().map(\.run) == [2])
    // Parts that meet, or one that is there packed and plain.
    let meets = part(3, "worker.3.log", 2.9...3.0)
    #expect(DamagedSources([bad, later, meets]).find().map(\.run) == [])
    #expect(DamagedSources([bad, later, part(3, "worker.2.log.gz", 1.0...2.9)]).find().map(\.run) == [])
  }

  @Test func tablesAreNotRotated() {
    let bad = part(2, "consents.csv", 1.1...1.4, isWhole: false, kind: .consents)
    #expect(DamagedSources([bad, part(3, "consents.csv.1", 1.1...2.0, kind: .consents)]).find().map(\.run) == [2])
    #expect(DamagedSources([bad, part(3, "consents.csv", 1.1...1.3, kind: .consents)]).find().map(\.run) == [])
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
    #expect(rejects.sentences[0].contains("the 2 persons or requests that they name"))
    let cut = DamagedSources([reading(2, first: 1.1, isWhole: false)]).find()
    #expect(cut.map(\.isAboutAnybody) == [true])
    #expect(cut.sentences[0].contains("proves nothing about anybody"))
    let many = DamagedSources(
      (1...30).map { reading(1, "in/log\($0)x.ndjson", first: 0.1, isWhole: false) }
    ).find()
    #expect(many.sentences.count == 21)
    #expect(many.sentences.last?.contains("10 more files") == true)
  }
}

extension Timestamp {
  fileprivate init(day: Double) { self.init(milliseconds: Int64(day * 86_400_000)) }
}
