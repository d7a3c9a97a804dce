import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

/// A store over several nights whose only evidence is revocations and sign-ins.
struct MemoryNights {
  struct File {
    var name = "log.csv"
    var mapping = "as it is"
    /// The file's bytes, for who compares them.
    var bytes: String
    var endsWhatItLacks = false
    var records: [EvidenceRecord]
  }

  let store: EvidenceStore

  static func with(_ body: (MemoryNights) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(MemoryNights(store: EvidenceStore(path: folder.appending(path: "audit.sqlite").path)))
  }

  static func revocation(_ uid: String, at: Int64, status: Int? = 200, client: String? = nil) -> EvidenceRecord {
    .revocation(
      RevocationRecord(
        subject: Subject(uid: uid), at: Timestamp(milliseconds: at), endpoint: .apple, httpStatus: status,
        clientID: client))
  }

  /// Audits a night, and answers what it knows of revocations: when, and in which source, remembered ones by their run.
  ///
  /// - Parameter asOf: in days.
  @discardableResult
  func night(
    asOf: Int64, remember days: Int64 = 400, sparing: [Int64] = [], _ files: [File]
  ) throws -> [String] {
    let time = Timestamp(milliseconds: asOf * 86_400_000)
    let settings = EvidenceSettings(project: "p", asOf: time, relayHosts: RelayHosts(), purposes: PurposeMap())
    return try store.run(settings) { session, connection in
      var sources: [ReadSource] = []
      for (ordinal, file) in files.enumerated() {
        try session.open(ordinal, path: file.name, kind: .revocations, format: "own", capturedAt: time)
        for (index, record) in file.records.enumerated() {
          try session.accept(record, at: Place(source: ordinal, number: Int64(index + 1)))
        }
        sources.append(
          ReadSource(
            ordinal: ordinal, path: file.name, series: file.name, kind: .revocations, format: "own", sha256: file.bytes,
            mapping: file.mapping, capturedAt: time, countsLines: true, records: file.records.count, firstTime: nil,
            endsWhatItLacks: file.endsWhatItLacks, isWhole: true))
      }
      try session.recall(beside: sources, from: files.count)
      try session.copyRemembered()
      try session.removeRepetitions()
      try session.finish(
        sources: sources.map {
          SourceFacts(
            ordinal: $0.ordinal, path: $0.path, kind: $0.kind, format: $0.format, capturedAt: time, records: $0.records,
            rejected: 0, isTruncated: false, generation: nil, showsTenants: true)
        })
      let runs = Dictionary(uniqueKeysWithValues: session.remembered.map { ($0.ordinal, $0.run) })
      let known = try session.database.all(
        sql: "SELECT at, ref, http_status FROM evidence.revocation_data ORDER BY at, ref"
      ) { row in
        let run = runs[Place(ref: row.integer(1)).source].map { " of run \($0)" } ?? ""
        return "\(row.integer(0))\(row.optionalInteger(2) == 200 ? "" : " failed")\(run)"
      }
      let number = try RunHistory.add(run(at: time), project: "p", in: connection)
      try MemoryKeeper(
        connection, project: "p", run: number, asOf: time, rememberedFrom: session.rememberedFrom,
        shownUpTo: session.shownUpTo
      ).keep(sources, ending: session.endedSources)
      try MemoryRetention(connection, project: "p", run: number, asOf: time)
        .forget(after: .days(days), sparing: sparing, in: session)
      return known
    }
  }

  func withdraw(_ run: Int64) throws {
    try store.read { connection in
      try connection.transaction { try MemoryWithdrawal.withdraw(run: run, in: connection) }
    }
  }

  private func run(at time: Timestamp) -> FinishedRun {
    FinishedRun(
      id: UUID().uuidString, asOf: time, startedAt: time, finishedAt: time, outcome: "pass", snapshot: nil, accounts: 0,
      reportSHA256: "", report: PackedReport(frame: Data([1])), passes: Data(), isOutOfOrder: false, notes: RunNotes())
  }
}
