/// The names that one log has from night to night while it is rotated.
///
/// A numbered name is that of another file each night, so names never tell by themselves which file shows the records
/// of which.
enum RotatedLog {
  // # Safety: as in `UndatedPath`.

  /// `x.log.1` and `x.1.log`. What follows a digit is more likely a part of an address or of a version.
  private nonisolated(unsafe) static let numbered = #/(.*[^/0-9])\.[0-9]{1,3}(\.[A-Za-z][A-Za-z0-9]*)?/#
  private nonisolated(unsafe) static let number = #/\.([0-9]{1,3})(\.gz)?$/#
  /// `x.log-#`, `x-#.log`, `x.log.#` and `x.#.log`.
  private nonisolated(unsafe) static let dated = #/(.*[^/])[-._]#(\.[A-Za-z][A-Za-z0-9]*)?/#

  /// The path of the log that is being written: of that itself, or of a part that was rotated.
  ///
  /// - Parameter series: a path without the dates in it.
  static func path(of series: String) -> String {
    var path = FileSeries.unpacked(series)
    // A part of a day has a number as well as a date.
    if let match = path.wholeMatch(of: numbered) { path = String(match.1 + (match.2 ?? "")) }
    if let match = path.wholeMatch(of: dated) { path = String(match.1 + (match.2 ?? "")) }
    return path
  }

  /// Which part a file is, counted from the newest: 0 for the log itself, 2 for `x.log.2`; nil for any other name.
  ///
  /// - Parameter series: a path without the dates in it.
  static func number(of series: String) -> Int? {
    let log = path(of: series)
    if series == log || series == log + ".gz" { return 0 }
    return series.firstMatch(of: number).flatMap { match in
      series[..<match.range.lowerBound] == log ? Int(match.1) : nil
    }
  }
}
