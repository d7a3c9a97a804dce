import Timestamps

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Identifies a file, whatever its names.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

struct FileStatus {
  private let status: stat

  /// Nil if nothing is there; `errno` says why.
  init?(path: RawPath, followsLinks: Bool) {
    var status = stat()
    let code = followsLinks ? stat(path.bytes, &status) : lstat(path.bytes, &status)
    guard code == 0 else { return nil }
    self.status = status
  }

  private var type: mode_t { status.st_mode & S_IFMT }
  var isRegular: Bool { type == S_IFREG }
  var isFolder: Bool { type == S_IFDIR }
  var isLink: Bool { type == S_IFLNK }
  var identity: FileIdentity { FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) }

  /// A time outside of the years 0 to 9999, which a file system may give, is the nearest in them.
  var modifiedAt: Timestamp {
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    let (range, fraction) = (Timestamp.range, Int64(time.tv_nsec) / 1_000_000)
    let (seconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    let milliseconds = isTooFar ? time.tv_sec < 0 ? range.lowerBound : range.upperBound : seconds
    return Timestamp(
      milliseconds: min(max(milliseconds, range.lowerBound), range.upperBound - 999) + fraction)
  }
}
