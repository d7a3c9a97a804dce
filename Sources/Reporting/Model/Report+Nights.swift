package import Timestamps
package import Vocabulary

/// What a report says beyond its own night.
extension Report {
  /// A waiver of the waivers file, in force or not.
  package struct WaiverEntry: Hashable, Sendable {
    /// Ids of findings.
    package var findings: [String]
    package var signedBy: String
    package var requestedBy: String?
    package var ticket: String?
    package var date: Timestamp
    /// The first moment at which it is no longer in force.
    package var expires: Timestamp
    package var reason: String
    package var state: WaiverState
    /// What it names in place of findings.
    package var scope: WaiverScope?
    /// In the waivers file, from 1; nil in reports of versions that did not tell.
    package var line: Int?

    package init(
      findings: [String], signedBy: String, requestedBy: String?, ticket: String?, date: Timestamp, expires: Timestamp,
      reason: String, state: WaiverState, scope: WaiverScope? = nil, line: Int? = nil
    ) {
      self.findings = findings
      self.signedBy = signedBy
      self.requestedBy = requestedBy
      self.ticket = ticket
      self.date = date
      self.expires = expires
      self.reason = reason
      self.state = state
      self.scope = scope
      self.line = line
    }
  }

  /// The findings of a rule on one account, about one object, or both.
  package struct WaiverScope: Hashable, Sendable {
    package var rule: String
    package var uid: String?
    package var object: String?

    package init(rule: String, uid: String?, object: String?) {
      self.rule = rule
      self.uid = uid
      self.object = object
    }

    /// `consent/link-phone, u17`
    package var words: String { [rule, uid, object].compactMap(\.self).joined(separator: ", ") }
  }

  package enum WaiverState: String, CaseIterable, Sendable {
    case active
    /// In force, and for 30 days more at most.
    case expiring
    case expired
    /// In force, but none of its findings exists any more.
    case unused
    /// It names a finding that no run of the project ever had.
    case unknown
    case notYet = "not-yet"
  }

  /// The baseline that the gate held the findings against.
  package struct Baseline: Hashable, Sendable {
    package var path: String
    /// Lower-case hex.
    package var sha256: String
    package var entries: Int
    /// How many entries are failing findings of this run.
    package var matched: Int
    /// Ids of the entries whose findings were judged again and are no failures; sorted.
    package var stale: [String]

    package init(path: String, sha256: String, entries: Int, matched: Int, stale: [String]) {
      self.path = path
      self.sha256 = sha256
      self.entries = entries
      self.matched = matched
      self.stale = stale
    }
  }

  /// One run of the project before this one.
  package struct TrendPoint: Hashable, Sendable {
    /// Its id.
    package var run: String
    package var asOf: Timestamp
    package var outcome: Outcome
    package var fail: Int
    package var inconclusive: Int
    package var new: Int
    package var resolved: Int

    package init(
      run: String, asOf: Timestamp, outcome: Outcome, fail: Int, inconclusive: Int, new: Int, resolved: Int
    ) {
      self.run = run
      self.asOf = asOf
      self.outcome = outcome
      self.fail = fail
      self.inconclusive = inconclusive
      self.new = new
      self.resolved = resolved
    }
  }

  /// Something that the report does not prove.
  package struct Limit: Hashable, Sendable {
    /// A stable name for programs: `kind-absent`. Nil in version 1.
    package var code: String?
    /// A sentence or two.
    package var text: String

    package init(code: String?, text: String) {
      self.code = code
      self.text = text
    }
  }
}
