/// A path without the dates and times in it, which stays the same from night to night.
package enum UndatedPath {
  // An expression that stands in a function is compiled by each call.
  //
  // # Safety
  // Nothing changes these, and they run no code of ours. `Regex` is not `Sendable` because others do.

  /// A folder for each year, month and day.
  private nonisolated(unsafe) static let dayFolders =
    #/\b(19|20|21)[0-9]{2}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])\b/#
  private nonisolated(unsafe) static let number = #/[0-9]+/#

  /// `logs/2026-11-20/app-20261120T0300Z.ndjson` and the same of another night give one text.
  package static func of(_ path: String) -> String {
    var bytes = Array((path.hasPrefix("./") ? path.dropFirst(2) : path[...]).utf8)
    // From the end, so that the ranges of the others stay.
    for time in NameTime.all(in: String(decoding: bytes, as: UTF8.self)).reversed() {
      bytes.replaceSubrange(time.range, with: "#".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
      .replacing(dayFolders, with: "#")
      .replacing(number) { isEpoch($0.output) ? "#" : $0.output }
  }

  /// Whether a number may be seconds or milliseconds since 1970.
  private static func isEpoch(_ digits: Substring) -> Bool {
    [10, 13].contains(digits.count) && (digits.hasPrefix("1") || digits.hasPrefix("2"))
  }
}
