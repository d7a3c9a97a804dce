import Evidence
import Foundation
import Testing
import Timestamps

@testable import Intake

@Suite struct DatedCopiesTests {
  private static let accounts = RecognisedSource.Outcome.recognised(kind: .accounts, format: "x")

  /// The paths that are read, of files of that kind.
  private func read(
    _ paths: [String], _ outcome: RecognisedSource.Outcome = accounts, empty: Set<String> = [],
    until limit: String = "2026-11-21T00:00:00Z"
  ) throws -> [String] {
    var sources = paths.map { path in
      RecognisedSource(
        file: SourceFile(path: path, capturedAt: Fixture.asOf), outcome: empty.contains(path) ? .empty : outcome,
        why: "")
    }
    DatedCopies.supersede(in: &sources, until: try #require(Timestamp(rfc3339: limit)))
    let left = sources.filter { $0.supersededBy == nil }.map(\.file.path)
    #expect(sources.compactMap(\.supersededBy).allSatisfy(left.contains))
    return left
  }

  @Test(arguments: [
    (["in/users-2026-11-19.json", "in/users-2026-11-20.json"], ["in/users-2026-11-20.json"]),
    (["2026-11-19/users.json", "2026-11-20/users.json"], ["2026-11-20/users.json"]),
    (["users-20261119.json.gz", "users-20261120.json"], ["users-20261120.json"]),
    (["users-20261119.json", "users-2026-11-20.json"], ["users-2026-11-20.json"]),
    (["2026-11-20T030000Z/users.json", "2026-11-20T040000Z/users.json"], ["2026-11-20T040000Z/users.json"]),
    (
      ["users-2026-11-20.json", "users-2026-11-20T040000Z.json"],
      ["users-2026-11-20.json", "users-2026-11-20T040000Z.json"]
    ),
    // The seconds of two nights differ.
    (["users-20261119-030001.json", "users-20261120-030002.json"], ["users-20261120-030002.json"]),
    (["users-2026-11-18.json", "users-2026-11-19.json", "users-2026-11-20.json"], ["users-2026-11-20.json"]),
    // Parts of one snapshot.
    (["2026-11-20/users-1.json", "2026-11-20/users-2.json"], ["2026-11-20/users-1.json", "2026-11-20/users-2.json"]),
    (["users-part1.json", "users-part2.json"], ["users-part1.json", "users-part2.json"]),
    (["users-00000001.json", "users-00000002.json"], ["users-00000001.json", "users-00000002.json"]),
    (
      ["users-20261120-0001.json", "users-20261120-0002.json"],
      ["users-20261120-0001.json", "users-20261120-0002.json"]
    ),
    (
      ["users-20261120-000001.json", "users-20261120-000002.json"],
      ["users-20261120-000001.json", "users-20261120-000002.json"]
    ),
    // Parts of two nights.
    (
      ["20261119-000001.json", "20261119-000002.json", "20261120-000001.json", "20261120-000002.json"],
      ["20261120-000001.json", "20261120-000002.json"]
    ),
    (
      ["2026-11-19/a-1.json", "2026-11-19/a-2.json", "2026-11-20/a-1.json", "2026-11-20/a-2.json"],
      ["2026-11-20/a-1.json", "2026-11-20/a-2.json"]
    ),
    // Other names are other files.
    (["users-2026-11-19.json", "partners-2026-11-20.json"], ["users-2026-11-19.json", "partners-2026-11-20.json"]),
    (["users.json", "users-2026-11-20.json"], ["users.json", "users-2026-11-20.json"]),
    // After the time of the audit.
    (["users-2026-11-20.json", "users-2026-11-22.json"], ["users-2026-11-20.json"]),
    (["users-2026-11-22.json", "users-2026-11-23.json"], ["users-2026-11-22.json"]),
  ])
  func theNewestCopyIsRead(paths: [String], left: [String]) throws {
    #expect(try read(paths) == left)
    #expect(try Set(read(paths.reversed())) == Set(left))
    #expect(try read(paths, .recognised(kind: .providerConfig, format: "x")) == left)
  }

  /// Logs and statements of several nights add up.
  @Test(arguments: [EvidenceKind.consents, .revocations, .logs])
  func onlySnapshotsAreSuperseded(kind: EvidenceKind) throws {
    let paths = ["x-2026-11-19.json", "x-2026-11-20.json"]
    #expect(try read(paths, .recognised(kind: kind, format: "x")) == paths)
    #expect(try read(paths, .unrecognised("")) == paths)
  }

  /// What the night before showed is not what tonight shows.
  @Test func anEmptyCopyIsTheNewestAllTheSame() throws {
    let paths = ["x-2026-11-19.json", "x-2026-11-20.json"]
    #expect(try read(paths, empty: [paths[1]]) == [paths[1]])
    #expect(try read(paths, empty: [paths[0]]) == [paths[1]])
    var sources = paths.map { path in
      RecognisedSource(
        file: SourceFile(path: path, capturedAt: Fixture.asOf), outcome: path == paths[1] ? .empty : Self.accounts,
        why: "the file is empty")
    }
    DatedCopies.supersede(in: &sources, until: Fixture.asOf)
    #expect(sources[1].outcome == .unreadable("its copies from other nights hold accounts, but the file is empty"))
    #expect(sources[1].file.settings.kind == .accounts)
  }

  /// Each night's file is read as two kinds.
  @Test func copiesOfOneKindSupersedeThatKindAlone() throws {
    var sources = ["a-2026-11-19.json", "a-2026-11-20.json"].flatMap { path in
      [EvidenceKind.accounts, .links].map { kind in
        let settings = SourceSettings(kind: kind)
        return RecognisedSource(
          file: SourceFile(path: path, capturedAt: Fixture.asOf, settings: settings),
          outcome: .recognised(kind: kind, format: "x"), why: "")
      }
    }
    DatedCopies.supersede(in: &sources, until: try #require(Timestamp(rfc3339: "2026-11-21T00:00:00Z")))
    #expect(sources.map { $0.supersededBy != nil } == [true, false, false, false])
  }
}
