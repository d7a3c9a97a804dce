package import Timestamps

extension Report {
  package struct Source: Hashable, Sendable {
    package var path: String
    /// Null for a file that was not recognised.
    package var kind: String?
    package var format: String?
    package var sha256: String
    package var bytes: Int64
    package var records: Int
    package var rejected: Int
    package var truncated: Bool
    package var capturedAt: Timestamp
    /// The first 100; `rejected` counts all.
    package var rejects: [Reject]
    /// Where `capturedAt` is from: `configuration`, `flag`, `name` or `file-time`; nil in version 1.
    package var capturedFrom: String?
    /// Records that the file's mapping leaves out.
    package var skipped: Int
    /// Whether a newer copy of the same snapshot was read in its place.
    package var superseded: Bool

    package init(
      path: String, kind: String?, format: String?, sha256: String, bytes: Int64, records: Int, rejected: Int,
      truncated: Bool, capturedAt: Timestamp, rejects: [Reject], capturedFrom: String? = nil, skipped: Int = 0,
      superseded: Bool = false
    ) {
      self.path = path
      self.kind = kind
      self.format = format
      self.sha256 = sha256
      self.bytes = bytes
      self.records = records
      self.rejected = rejected
      self.truncated = truncated
      self.capturedAt = capturedAt
      self.rejects = rejects
      self.capturedFrom = capturedFrom
      self.skipped = skipped
      self.superseded = superseded
    }
  }

  package struct Reject: Hashable, Sendable {
    /// `line 7`, `record 12`, `sheet "Requests", row 14`, or the name of a part of the source.
    package var locator: String
    package var reason: String

    package init(locator: String, reason: String) {
      self.locator = locator
      self.reason = reason
    }
  }

  package struct Coverage: Hashable, Sendable {
    package var kind: String
    package var present: Bool
    package var records: Int
    package var matched: Int
    package var unmatched: Int
    package var from: Timestamp?
    package var to: Timestamp?
    package var rulesNotEvaluated: [String]
    /// Records that earlier runs read and that still count. They are not among `records`.
    package var remembered: Int
    /// Whether a source of this run has the kind; `present` also where memory has it. Not in `report.json`.
    package var supplied: Bool
    /// When the newest source of the kind, remembered ones too, was captured. Not in `report.json`.
    package var capturedTo: Timestamp?
    /// Of the unmatched, how many bear names that fit several accounts. Not in `report.json`, whose limits say it.
    package var ambiguous: Int

    package init(
      kind: String, present: Bool, records: Int, matched: Int, unmatched: Int, from: Timestamp?, to: Timestamp?,
      rulesNotEvaluated: [String], remembered: Int = 0, supplied: Bool? = nil, capturedTo: Timestamp? = nil,
      ambiguous: Int = 0
    ) {
      self.kind = kind
      self.present = present
      self.records = records
      self.matched = matched
      self.unmatched = unmatched
      self.from = from
      self.to = to
      self.rulesNotEvaluated = rulesNotEvaluated
      self.remembered = remembered
      self.supplied = supplied ?? present
      self.capturedTo = capturedTo
      self.ambiguous = ambiguous
    }
  }
}
