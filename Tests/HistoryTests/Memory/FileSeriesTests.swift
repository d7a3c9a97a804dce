import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Which files of an earlier run a later one goes on from.
@Suite struct FileSeriesTests {
  private func file(_ run: Int64, _ path: String, _ kind: EvidenceKind = .consents) -> FileSeries.File {
    FileSeries.File(kind: kind, series: UndatedPath.of(path), run: run)
  }

  /// - Parameter others: that the runs read besides.
  private func isContinued(
    _ earlier: FileSeries.File, by later: FileSeries.File, beside others: FileSeries.File...
  ) -> Bool {
    FileSeries([earlier, later] + others).isContinued(earlier, by: later)
  }

  @Test func byItsPathWithoutDates() {
    #expect(isContinued(file(1, "in/2026-11-01/c.csv"), by: file(2, "in/2026-11-02/c.csv")))
    #expect(isContinued(file(1, "in/c.csv"), by: file(2, "in/c.csv.gz")))
    #expect(!isContinued(file(1, "in/c.csv"), by: file(2, "in/c.csv", .deletions)))
    #expect(!isContinued(file(1, "in/c.csv"), by: file(2, "in/d.csv")))
  }

  /// A folder of its own each night.
  @Test func byItsNameWhereThePathIsNew() {
    #expect(isContinued(file(1, "x/c.csv"), by: file(2, "y/c.csv")))
    #expect(!isContinued(file(1, "x/c.csv"), by: file(2, "y/c.csv"), beside: file(1, "y/c.csv")))
  }

  @Test func byNameAndFolderWhereSeveralShareTheName() {
    let (earlier, later) = (file(1, "x/a/c.csv"), file(2, "y/a/c.csv"))
    #expect(isContinued(earlier, by: later, beside: file(1, "x/b/c.csv"), file(2, "y/b/c.csv")))
    #expect(!isContinued(earlier, by: file(2, "y/b/c.csv"), beside: later))
    // One of the two is there tonight, and nobody knows which.
    #expect(!isContinued(earlier, by: file(2, "y/c.csv"), beside: file(1, "x/b/c.csv")))
  }
}
