import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Which files of earlier runs are missed tonight.
@Suite struct MissingFileTests {
  private func file(_ path: String, _ kind: EvidenceKind, run: Int64) -> FileSeries.File {
    FileSeries.File(kind: kind, series: UndatedPath.of(path), run: run)
  }

  /// - Parameters:
  ///   - known: of run 1.
  ///   - tonight: of the same kind.
  private func missing(
    _ known: [String], beside tonight: [String], kind: EvidenceKind = .deletions, other: EvidenceKind? = nil
  ) -> [String] {
    let earlier = known.enumerated().map { (id: Int64($0), file: file($1, kind, run: 1), path: $1) }
    let now = tonight.map { file($0, other ?? kind, run: .max) }
    let found = MissingFiles(earlier, beside: now, FileSeries(earlier.map(\.file) + now)).all
    #expect(found.values.allSatisfy { $0.run == 1 && $0.kind == kind })
    return found.values.map(\.path).sorted()
  }

  @Test func besideOthersOfItsKind() {
    #expect(missing(["in/d.csv", "in/d_eu.csv"], beside: ["in/d.csv"]) == ["in/d_eu.csv"])
    #expect(missing(["in/d.csv", "in/d_eu.csv"], beside: ["in/d.csv", "in/d_eu.csv.gz"]).isEmpty)
    // Kinds that nothing supplies are missed as kinds.
    #expect(missing(["in/d.csv", "in/d_eu.csv"], beside: ["in/d.csv"], other: .consents).isEmpty)
    #expect(missing(["in/d.csv", "in/d_eu.csv"], beside: []).isEmpty)
  }

  @Test func whereEachNightHasAFolder() {
    let night = ["2026-11-01/d.csv", "2026-11-01/d_eu.csv"]
    #expect(missing(night, beside: ["2026-11-02/d.csv"]) == ["2026-11-01/d_eu.csv"])
    #expect(missing(night, beside: ["2026-11-02/d.csv", "2026-11-02/d_eu.csv"]).isEmpty)
    #expect(missing(["x/d.csv", "x/d_eu.csv"], beside: ["y/d.csv", "y/d_eu.csv"]).isEmpty)
    #expect(missing(["eu/d.csv", "us/d.csv"], beside: ["us/d.csv"]) == ["eu/d.csv"])
    #expect(missing(["app2/d.csv", "app2/d_eu.csv"], beside: ["app2/d.csv"]) == ["app2/d_eu.csv"])
  }

  @Test(arguments: ["app-2026-11-01.csv", "app.csv.1", "part-2.csv", "-", "hours/03/app.csv"])
  func whatIsNumberedComesAndGoes(path: String) {
    #expect(missing(["app.csv", path], beside: ["app.csv", "hours/04/app.csv"]).isEmpty)
  }

  @Test(arguments: [EvidenceKind.accounts, .providerConfig])
  func snapshotsHaveRulesOfTheirOwn(kind: EvidenceKind) {
    #expect(missing(["a.json", "b.json"], beside: ["a.json"], kind: kind).isEmpty)
  }
}
