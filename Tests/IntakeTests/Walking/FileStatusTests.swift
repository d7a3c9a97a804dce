import Foundation
import Testing
import Timestamps

@testable import Intake

@Suite struct FileStatusTests {
  /// What a damaged file system, or an archive, may say.
  @Test(arguments: [Int.min / 2, -1 << 40, -1, 0, 1 << 40, Int.max / 2, Int.max])
  func anyModificationTimeIsOneOfTheYearsThatCanBeWritten(seconds: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 999_999_999)]
    try #require(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
    let status = try #require(FileStatus(path: RawPath(file.path), followsLinks: true))
    #expect(Timestamp.range.contains(status.modifiedAt.milliseconds))
    // Every file system can keep this one.
    if seconds == 0 { #expect(status.modifiedAt.milliseconds == 999) }
  }
}
