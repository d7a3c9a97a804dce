package import Timestamps
package import Vocabulary

extension Report {
  package struct Rule: Hashable, Sendable {
    package var id: String
    package var title: String
    package var severity: Severity
    package var evaluated: Bool
    package var counts: Counts
    /// Not in `report.json`, version 1; nil in a report that was kept by a version of the program that did not keep it.
    package var guidance: Guidance?

    package init(
      id: String, title: String, severity: Severity, evaluated: Bool, counts: Counts, guidance: Guidance?
    ) {
      self.id = id
      self.title = title
      self.severity = severity
      self.evaluated = evaluated
      self.counts = counts
      self.guidance = guidance
    }
  }

  package struct Counts: Hashable, Sendable {
    package var pass: Int
    package var fail: Int
    package var inconclusive: Int
    package var pending: Int
    package var manual: Int
    /// Findings of any verdict that a waiver accepts. They are counted under their verdict as well.
    package var waived: Int

    package init(
      pass: Int = 0, fail: Int = 0, inconclusive: Int = 0, pending: Int = 0, manual: Int = 0, waived: Int = 0
    ) {
      self.pass = pass
      self.fail = fail
      self.inconclusive = inconclusive
      self.pending = pending
      self.manual = manual
      self.waived = waived
    }
  }

  package struct Finding: Hashable, Sendable {
    package var id: String
    package var rule: String
    package var severity: Severity
    package var verdict: Verdict
    package var reason: String
    package var state: FindingState
    /// A full sentence, free of personal data.
    package var message: String
    package var subject: Subject
    package var object: String?
    package var dueAt: Timestamp?
    package var firstSeen: Timestamp
    package var waiver: Waiver?
    package var evidence: [Citation]

    package init(
      id: String, rule: String, severity: Severity, verdict: Verdict, reason: String, state: FindingState,
      message: String, subject: Subject, object: String?, dueAt: Timestamp?, firstSeen: Timestamp, waiver: Waiver?,
      evidence: [Citation]
    ) {
      self.id = id
      self.rule = rule
      self.severity = severity
      self.verdict = verdict
      self.reason = reason
      self.state = state
      self.message = message
      self.subject = subject
      self.object = object
      self.dueAt = dueAt
      self.firstSeen = firstSeen
      self.waiver = waiver
      self.evidence = evidence
    }
  }

  package struct Subject: Hashable, Sendable {
    package var project: String?
    package var tenant: String?
    package var uid: String?
    package var email: String?
    package var appleSub: String?

    package init(project: String?, tenant: String?, uid: String?, email: String?, appleSub: String?) {
      self.project = project
      self.tenant = tenant
      self.uid = uid
      self.email = email
      self.appleSub = appleSub
    }
  }

  /// One record, or one source as a whole, that a verdict rests on.
  package struct Citation: Hashable, Sendable {
    /// The path of a source, as in `Report.sources`.
    package var source: String
    /// `line 7`, `record 12`, or `file` for the source as a whole.
    package var locator: String
    package var summary: String

    package init(source: String, locator: String, summary: String) {
      self.source = source
      self.locator = locator
      self.summary = summary
    }
  }

  package struct Resolved: Hashable, Sendable {
    package var id: String
    package var rule: String
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp

    package init(id: String, rule: String, firstSeen: Timestamp, lastSeen: Timestamp) {
      self.id = id
      self.rule = rule
      self.firstSeen = firstSeen
      self.lastSeen = lastSeen
    }
  }
}
