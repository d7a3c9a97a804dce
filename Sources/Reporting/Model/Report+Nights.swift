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

    package init(
      findings: [String], signedBy: String, requestedBy: String?, ticket: String?, date: Timestamp, expires: Timestamp,
      reason: String, state: WaiverState
    ) {
      self.findings = findings
      self.signedBy = signedBy
      self.requestedBy = requestedBy
      self.ticket = ticket
      self.date = date
      self.expires = expires
      self.reason = reason
      self.state = state
    }
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
