import Testing
import Timestamps

@testable import History

/// Which names are those of one log that is rotated.
@Suite struct RotatedLogTests {
  @Test(arguments: [
    "in/x.log", "in/x.log.gz", "in/x.log.1", "in/x.log.2.gz", "in/x.1.log", "in/x.12.log.gz", "in/x.log-20261023",
    "in/x.log-20261023.gz", "in/x.log.2026-10-23", "in/x-20261023.log", "in/x.2026-10-23.log", "in/x_20261023.log.gz",
    "in/x-2026-10-23.1.log", "in/x.log-20261023.1", "in/x.log-1793491200",
  ]) func names(path: String) {
    #expect(RotatedLog.path(of: UndatedPath.of(path)) == "in/x.log")
  }

  @Test(arguments: [
    "in/x-1.log", "in/x_1.log", "in/x1.log", "in/10.0.0.1.log", "in/x-1.2.log", "in/x.log.1234", "in/x.log.old",
    "in.1/x.csv", "in/1", "in/.1",
  ]) func otherNames(path: String) {
    #expect(RotatedLog.path(of: UndatedPath.of(path)) == path)
  }

  @Test(arguments: [
    ("in/x.log", 0), ("in/x.log.gz", 0), ("in/x.log.1", 1), ("in/x.log.12.gz", 12), ("in/x.1.log", nil),
    ("in/x.log-20261023", nil), ("in/x.log-20261023.1", nil), ("in/x.log.old", 0),
  ]) func numbers(path: String, number: Int?) {
    #expect(RotatedLog.number(of: UndatedPath.of(path)) == number)
  }

  @Test func aNameThatIsADateStays() {
    #expect(RotatedLog.path(of: UndatedPath.of("in/20261023.log.gz")) == "in/#.log")
  }
}
