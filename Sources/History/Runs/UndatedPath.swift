import Timestamps

/// A path without the dates and times in it, which stays the same from night to night.
package enum UndatedPath {
  /// `logs/2026-11-20/app-20261120T0300Z.ndjson` and the same of another night give one text.
  package static func of(_ path: String) -> String {
    var bytes = Array((path.hasPrefix("./") ? path.dropFirst(2) : path[...]).utf8)
    // From the end, so that the ranges of the others stay.
    for time in NameTime.all(in: String(decoding: bytes, as: UTF8.self)).reversed() {
      bytes.replaceSubrange(time.range, with: "#".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
      // A folder for each year, month and day.
      .replacing(#/\b(19|20|21)[0-9]{2}/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])\b/#, with: "#")
      .replacing(#/[0-9]+/#) { isEpoch($0.output) ? "#" : $0.output }
  }

  /// Whether a number may be seconds or milliseconds since 1970.
  private static func isEpoch(_ digits: Substring) -> Bool {
    [10, 13].contains(digits.count) && (digits.hasPrefix("1") || digits.hasPrefix("2"))
  }
}
