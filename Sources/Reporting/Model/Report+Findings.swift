package import Timestamps
package import Vocabulary

extension Report {
  package struct Rule: Hashable, Sendable {
    package var id: String
    package var title: String
    package var severity: Severity
    /// Whether all that it needs was known, and it ran.
    package var evaluated: Bool
    /// Why it was not evaluated: the kinds of evidence that are missing, or what went wrong. Nil in version 1.
    package var notEvaluated: String?
    /// Carried findings are counted too.
    package var counts: Counts
    /// All that it may give, in order of reason.
    package var reasons: [Reason]
    /// Not in `report.json`; nil in a report that was kept by a version of the program that did not keep it.
    package var guidance: Guidance?

    package init(
      id: String, title: String, severity: Severity, evaluated: Bool, notEvaluated: String? = nil, counts: Counts,
      reasons: [Reason] = [], guidance: Guidance?
    ) {
      self.id = id
      self.title = title
      self.severity = severity
      self.evaluated = evaluated
      self.notEvaluated = notEvaluated
      self.counts = counts
      self.reasons = reasons
      self.guidance = guidance
    }
  }

  package struct Counts: Hashable, Sendable {
    package var pass: Int
    package var fail: Int
    package var inconclusive: Int
    package var pending: Int
    package var manual: Int
    /// Findings of any verdict that a waiver accepts. They are counted under no verdict; in version 1, under theirs
    /// too.
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

  package struct Finding: Hashable, Codable, Sendable {
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
    /// The id of the run that judged it: of this one, or of an earlier one where it is carried. Nil in version 1.
    package var judgedIn: String?
    /// The number of its account in the store; negative for a person whom no export shows, nil where it is not known.
    /// No report shows it.
    package var account: Aside<Int64?>
    /// The verdict of the run before, where this one judged it again. No report shows it.
    package var verdictBefore = Aside(Verdict?.none)
    /// What masking took of its names. No report shows it; the store keeps it, so that a waiver that names one of many
    /// who look alike is known to mean this finding.
    package var hidden = Aside(HiddenNames())

    package init(
      id: String, rule: String, severity: Severity, verdict: Verdict, reason: String, state: FindingState,
      message: String, subject: Subject, object: String?, dueAt: Timestamp?, firstSeen: Timestamp, waiver: Waiver?,
      evidence: [Citation], judgedIn: String? = nil, account: Int64? = nil
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
      self.judgedIn = judgedIn
      self.account = Aside(account)
    }
  }

  /// What goes along with a value and is no part of it: values that differ in nothing else are equal.
  package struct Aside<Value: Sendable>: Hashable, Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    package static func == (left: Aside, right: Aside) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }

  package struct Subject: Hashable, Codable, Sendable {
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
  package struct Citation: Hashable, Codable, Sendable {
    /// The path of a source, as in `Report.sources`.
    package var source: String
    /// `line 7`, `record 12`, `sheet "Requests", row 14`, or `file` for the source as a whole.
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
    /// Nil in version 1.
    package var cause: ResolutionCause?

    package init(
      id: String, rule: String, firstSeen: Timestamp, lastSeen: Timestamp, cause: ResolutionCause? = nil
    ) {
      self.id = id
      self.rule = rule
      self.firstSeen = firstSeen
      self.lastSeen = lastSeen
      self.cause = cause
    }
  }
}

extension Report.Aside: Codable where Value: Codable {}
