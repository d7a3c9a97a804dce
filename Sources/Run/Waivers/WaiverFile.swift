import Foundation
import Judgement
import Timestamps
import Vocabulary

/// Reads a waivers file:
///
/// ```yaml
/// waivers:
///   - findings: [ra-0123456789abcdef]
///     signed_by: A. Person
///     date: 2026-11-01
///     expires: 2027-01-31
///     reason: The consent was given on paper; it is in the archive under 2026/17.
/// ```
///
/// A date without a time is a day in UTC: a waiver is in force from the start of `date` through the end of `expires`.
enum WaiverFile {
  /// - Throws: `ConfigurationError`.
  static func read(_ file: URL, name: String) throws -> Waivers {
    guard let data = try? Data(contentsOf: file), let text = String(data: data, encoding: .utf8) else {
      throw ConfigurationError(file: name, line: nil, problem: "cannot be read as UTF-8 text")
    }
    let root = try YAMLReader(text: text, file: name, keys: ["waivers"])
    return Waivers(
      try root.mappings("waivers", keys: ["findings", "signed_by", "date", "expires", "reason"]).map(waiver))
  }

  private static func waiver(_ entry: YAMLReader) throws -> Waivers.Entry {
    guard let findings = try entry.texts("findings"), !findings.isEmpty else {
      throw entry.error("findings", "must list the ids of findings")
    }
    guard let signedBy = try entry.text("signed_by"), !signedBy.isEmpty else {
      throw entry.error("signed_by", "is missing: a waiver is signed")
    }
    guard let reason = try entry.text("reason"), !reason.isEmpty else { throw entry.error("reason", "is missing") }
    let expected = "a date such as 2026-11-20, or an RFC 3339 time"
    guard let date = try entry.value("date", expected, { time($0, atEndOfDay: false) }) else {
      throw entry.error("date", "is missing: a waiver is dated")
    }
    guard let expires = try entry.value("expires", expected, { time($0, atEndOfDay: true) }) else {
      throw entry.error("expires", "is missing: a waiver expires")
    }
    guard date < expires else { throw entry.error("expires", "lies before `date`") }
    return Waivers.Entry(
      findings: findings, waiver: Waiver(signedBy: signedBy, date: date, expires: expires, reason: reason))
  }

  private static func time(_ text: String, atEndOfDay: Bool) -> Timestamp? {
    if let time = Timestamp(rfc3339: text) { return time }
    guard let day = Timestamp(rfc3339: text + "T00:00:00Z") else { return nil }
    return atEndOfDay ? day + .days(1) : day
  }
}
