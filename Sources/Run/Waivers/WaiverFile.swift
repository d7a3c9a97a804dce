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
///     requested_by: B. Person
///     ticket: PRIV-17
///     date: 2026-11-01
///     expires: 2027-01-31
///     reason: The consent was given on paper; it is in the archive under 2026/17.
///   - rule: consent/link-phone
///     uid: u17
///     …
/// ```
///
/// A date without a time is a day in UTC: a waiver is in force from the start of `date` through the end of `expires`.
enum WaiverFile {
  private static let keys = [
    "findings", "rule", "uid", "object", "signed_by", "requested_by", "ticket", "date", "expires", "reason",
  ]

  /// From the beginning of `date` to that of `expires`.
  private static let longest = TimeSpan.days(366)

  /// - Parameter key: where the configuration names the file; nil where a flag does.
  /// - Throws: `ConfigurationError`.
  static func read(_ path: String, by key: Configuration.WrittenPath? = nil) throws -> Waivers {
    guard FileManager.default.fileExists(atPath: path) else { throw missing(path, key) }
    guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8) else {
      throw ConfigurationError(
        file: key?.place ?? path, line: nil,
        problem: (key.map { "`\($0.key)` names `\($0.path)`, which " } ?? "") + "cannot be read as UTF-8 text")
    }
    let root = try YAMLReader(text: text, file: path, keys: ["waivers"])
    return Waivers(try root.mappings("waivers", keys: keys).map(entry))
  }

  private static func missing(_ path: String, _ key: Configuration.WrittenPath?) -> ConfigurationError {
    guard let key else {
      return ConfigurationError(file: path, line: nil, problem: "there is no such file of waivers; check the path")
    }
    return ConfigurationError(
      file: key.place, line: nil,
      problem: """
        `\(key.key)` names `\(key.path)`, and there is no file at \(path); correct the path, which is relative to the \
        configuration's folder, or remove the line
        """)
  }

  private static func entry(_ entry: YAMLReader) throws -> Waivers.Entry {
    let scope = try scope(entry)
    guard let signedBy = try text("signed_by", entry) else {
      throw entry.error("signed_by", "is missing: name the person who signs the waiver")
    }
    let requestedBy = try text("requested_by", entry)
    if let requestedBy, requestedBy.lowercased() == signedBy.lowercased() {
      throw entry.error(
        "requested_by", "must not be the person who signed it; name the person who asked for the waiver")
    }
    guard let reason = try text("reason", entry) else { throw entry.error("reason", "is missing") }
    let expected = "a date such as 2026-11-20, or an RFC 3339 time"
    guard let date = try entry.value("date", expected, Moment.init) else {
      throw entry.error("date", "is missing: give the date of the waiver")
    }
    guard let expires = try entry.value("expires", expected, Moment.init) else {
      throw entry.error("expires", "is missing: give the date on which the waiver ends")
    }
    guard date.start < expires.end else { throw entry.error("expires", "is before `date`") }
    guard expires.start.milliseconds - date.start.milliseconds <= longest.milliseconds else {
      throw entry.error(
        "expires", "makes it last for more than 366 days; a waiver has to be signed again every year")
    }
    return Waivers.Entry(
      scope, waiver: Waiver(signedBy: signedBy, date: date.start, expires: expires.end, reason: reason),
      requestedBy: requestedBy, ticket: try text("ticket", entry), line: entry.mappingLine)
  }

  private static func scope(_ entry: YAMLReader) throws -> Waivers.Scope {
    let (rule, uid, object) = (try text("rule", entry), try text("uid", entry), try text("object", entry))
    guard let findings = try entry.texts("findings") else {
      guard let rule else {
        throw entry.error("findings", "must list the ids of findings, or `rule` must name one with `uid` or `object`")
      }
      guard uid != nil || object != nil else {
        throw entry.error("rule", "needs `uid` or `object`: a waiver never accepts all findings of a rule")
      }
      return .rule(rule, uid: uid, object: object)
    }
    guard rule == nil, uid == nil, object == nil else {
      throw entry.error("findings", "cannot be combined with `rule`, `uid` or `object`")
    }
    guard !findings.isEmpty else { throw entry.error("findings", "must list the ids of findings") }
    return .findings(findings)
  }

  /// Nil where the text is missing; one of white space alone is refused.
  private static func text(_ key: String, _ entry: YAMLReader) throws -> String? {
    guard let text = try entry.text(key)?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
    guard !text.isEmpty else { throw entry.error(key, "is empty") }
    return text
  }

  /// A day in UTC, or a time.
  private struct Moment {
    let start: Timestamp
    /// The first moment after the day; of a time, the time itself.
    let end: Timestamp

    init?(_ text: String) {
      if let time = Timestamp(rfc3339: text) {
        (start, end) = (time, time)
      } else if let day = Timestamp(rfc3339: text + "T00:00:00Z") {
        (start, end) = (day, day + .days(1))
      } else {
        return nil
      }
    }
  }
}
