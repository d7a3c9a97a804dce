import Storage
import Testing
import Timestamps
import Vocabulary

@testable import Evidence
@testable import Judgement

/// When the absence of a record proves nothing.
@Suite struct AbsenceTests {
  private static let noon: Int64 = 1_795_000_000_000

  private func rule() throws -> Rule {
    try #require(try RuleBook.builtIn().rules.first { $0.id == "deletion/token-revoked" })
  }

  private func coverage(
    _ kind: EvidenceKind, isSupplied: Bool, remembered: Int, capturedTo: Int64?
  ) -> EvidenceDirectory.Coverage {
    EvidenceDirectory.Coverage(
      kind: kind, isPresent: true, records: 5, matched: 5, isSupplied: isSupplied, remembered: remembered,
      capturedTo: capturedTo.map(Timestamp.init(milliseconds:)))
  }

  private func judgement(_ reason: String, _ verdict: Verdict = .fail, account: Int64? = 7, due: Int64? = nil)
    -> Judgement
  {
    Judgement(
      account: account, subject: Subject(), verdict: verdict, reason: reason,
      dueAt: due.map(Timestamp.init(milliseconds:)), evidence: [])
  }

  private func absence(
    rejected: [EvidenceKind: Set<Int64>] = [:], sources: [EvidenceDirectory.SourceState] = [],
    earlier: [EarlierDamage] = [], coverage: [EvidenceDirectory.Coverage] = []
  ) -> Absence {
    Absence(
      rejected: rejected.mapValues { accounts in Dictionary(uniqueKeysWithValues: accounts.map { ($0, Int64.max) }) },
      sources: sources, earlier: earlier, coverage: coverage, asOf: Self.noon)
  }

  private func source(_ kind: EvidenceKind, records: Int, rejected: Int, isTruncated: Bool = false)
    -> EvidenceDirectory.SourceState
  {
    .init(path: "in/log", kind: kind, records: records, rejected: rejected, isTruncated: isTruncated)
  }

  private func outcome(_ absence: Absence, _ judgement: Judgement) throws -> String {
    let judged = absence.applied(to: judgement, by: try rule())
    return "\(judged.verdict) \(judged.reason ?? "")"
  }

  @Test func aFailureStandsWhereNothingIsInDoubt() throws {
    #expect(try outcome(absence(), judgement("no-revocation")) == "fail no-revocation")
    // One in a hundred is allowed, unless it names the person.
    let few = absence(rejected: [.revocations: [8]], sources: [source(.revocations, records: 99, rejected: 1)])
    #expect(try outcome(few, judgement("no-revocation")) == "fail no-revocation")
  }

  @Test(arguments: [EvidenceKind.revocations, .notifications, .logs])
  func aRejectedRecordThatNamesThePersonMayBeTheOne(kind: EvidenceKind) throws {
    let absence = absence(rejected: [kind: [7]])
    #expect(try outcome(absence, judgement("no-revocation")) == "inconclusive evidence-rejected")
    #expect(try outcome(absence, judgement("failed-only")) == "inconclusive evidence-rejected")
    #expect(try outcome(absence, judgement("no-revocation", account: 8)) == "fail no-revocation")
  }

  @Test func rejectsOfOtherKindsDoNotMatter() throws {
    let absence = absence(
      rejected: [.consents: [7], .mail: [7]], sources: [source(.consents, records: 0, rejected: 9)])
    #expect(try outcome(absence, judgement("no-revocation")) == "fail no-revocation")
  }

  @Test(arguments: [EvidenceKind.revocations, .logs])
  func tooManyRejectsMayBeAnybodys(kind: EvidenceKind) throws {
    let many = absence(sources: [source(kind, records: 98, rejected: 1)])
    #expect(try outcome(many, judgement("no-revocation")) == "inconclusive evidence-rejected")
    let cut = absence(sources: [source(kind, records: 98, rejected: 0, isTruncated: true)])
    #expect(try outcome(cut, judgement("no-revocation")) == "inconclusive evidence-rejected")
    let full = absence(rejected: [kind: [EvidenceDirectory.everybody]])
    #expect(try outcome(full, judgement("no-revocation")) == "inconclusive evidence-rejected")
  }

  /// What an earlier run could not read may have the record, unless it was read before the subject's own time.
  @Test func whatAnEarlierRunCouldNotReadMayHaveTheRecord() throws {
    func damage(_ kind: EvidenceKind, readAt: Int64) -> EarlierDamage {
      EarlierDamage(
        path: "in/log", kind: kind, run: 3, readAt: Timestamp(milliseconds: readAt), isAboutAnybody: true,
        names: [])
    }
    let day: Int64 = 86_400_000
    var request = judgement("no-revocation")
    request.at = Timestamp(milliseconds: Self.noon - 5 * day)
    for kind in [EvidenceKind.revocations, .logs, .notifications] {
      let log = absence(earlier: [damage(kind, readAt: Self.noon - 4 * day)])
      #expect(try outcome(log, request) == "inconclusive evidence-rejected")
      #expect(try log.applied(to: request, by: rule()).detail?.contains("run 3 could not read all of `in/log`") == true)
      // A day is left for clocks.
      let edge = absence(earlier: [damage(kind, readAt: Self.noon - 6 * day)])
      #expect(try outcome(edge, request) == "inconclusive evidence-rejected")
      let before = absence(earlier: [damage(kind, readAt: Self.noon - 6 * day - 1)])
      #expect(try outcome(before, request) == "fail no-revocation")
      // The newest one decides.
      let both = absence(
        earlier: [damage(kind, readAt: Self.noon), damage(kind, readAt: Self.noon - 9 * day)])
      #expect(try outcome(both, request) == "inconclusive evidence-rejected")
    }
    #expect(try outcome(absence(earlier: [damage(.consents, readAt: Self.noon)]), request) == "fail no-revocation")
    // A record of the person's own is dated as well.
    for (readAt, expected) in [
      (Self.noon - 6 * day, "inconclusive evidence-rejected"), (Self.noon - 6 * day - 1, "fail no-revocation"),
    ] {
      let named = Absence(
        rejected: [.revocations: [7: readAt]], sources: [], earlier: [], coverage: [], asOf: Self.noon)
      #expect(try outcome(named, request) == expected)
    }
  }

  /// A consent may have been given at any time before.
  @Test func aConsentMayStandInAnyEarlierFile() throws {
    let rule = try #require(try RuleBook.builtIn().rules.first { $0.id == "consent/link-phone" })
    var link = judgement("no-record")
    link.at = Timestamp(milliseconds: Self.noon)
    let damage = EarlierDamage(
      path: "in/consents", kind: .consents, run: 3, readAt: Timestamp(milliseconds: 0), isAboutAnybody: true,
      names: [])
    #expect(absence(earlier: [damage]).applied(to: link, by: rule).reason == "evidence-rejected")
  }

  @Test func otherVerdictsStay() throws {
    let absence = absence(rejected: [.revocations: [7]], sources: [source(.revocations, records: 0, rejected: 5)])
    for verdict in Verdict.allCases where verdict != .fail {
      #expect(try outcome(absence, judgement("no-revocation", verdict)) == "\(verdict) no-revocation")
    }
  }

  @Test func whatLiesBeyondTheNewestCaptureIsNotAbsent() throws {
    let end = Self.noon - 1000
    let gone = absence(
      coverage: [coverage(.revocations, isSupplied: false, remembered: 5, capturedTo: end)])
    #expect(try outcome(gone, judgement("no-revocation", due: end)) == "fail no-revocation")
    #expect(try outcome(gone, judgement("no-revocation", due: end + 1)) == "inconclusive beyond-capture")
    #expect(try outcome(gone, judgement("failed-only", due: end + 1)) == "inconclusive beyond-capture")
    // Without a time of its own the subject is judged as it is now.
    #expect(try outcome(gone, judgement("no-revocation")) == "inconclusive beyond-capture")
    // The log of an earlier night had nobody in it: it was one all the same.
    let empty = absence(coverage: [coverage(.revocations, isSupplied: false, remembered: 0, capturedTo: end)])
    #expect(try outcome(empty, judgement("no-revocation", due: end)) == "fail no-revocation")
    #expect(try outcome(empty, judgement("no-revocation", due: end + 1)) == "inconclusive beyond-capture")
    // Every log of earlier nights breaks off.
    let broken = absence(coverage: [coverage(.revocations, isSupplied: false, remembered: 5, capturedTo: nil)])
    #expect(try outcome(broken, judgement("no-revocation", due: end)) == "inconclusive beyond-capture")
    let supplied = absence(
      coverage: [coverage(.revocations, isSupplied: true, remembered: 5, capturedTo: end)])
    #expect(try outcome(supplied, judgement("no-revocation", due: end + 1)) == "fail no-revocation")
    // A kind that the rule merely uses must not keep it from ever failing again.
    let side = absence(
      coverage: [coverage(.notifications, isSupplied: false, remembered: 5, capturedTo: end)])
    #expect(try outcome(side, judgement("no-revocation", due: end + 1)) == "fail no-revocation")
  }

  @Test func aMissingSourceIsToldFromEvidenceThatProvesNeither() throws {
    let rules = try RuleBook.builtIn().rules
    for reason in [
      "evidence-rejected", "beyond-capture", "no-revocation-source", "no-consent-source", "export-incomplete",
    ] {
      #expect(rules.contains { $0.metadata.isMissingEvidence(reason) }, "\(reason)")
    }
    for reason in ["apple-unknown", "order-unknown", "no-revocation", "code-age"] {
      #expect(!rules.contains { $0.metadata.isMissingEvidence(reason) }, "\(reason)")
    }
    #expect(try rule().metadata.isMissingEvidence("no-revocation-source"))
    #expect(try !rule().metadata.isMissingEvidence("apple-unknown"))
    #expect(try rule().message(for: judgement("evidence-rejected", .inconclusive)).contains("is unknown"))
  }

  /// What a rule calls a missing source is never a `fail`, and a `fail` by absence says where it searched.
  @Test func everyRuleThatJudgesByRecordsSaysWhatItsFailuresRestOn() throws {
    let book = try RuleBook.builtIn()
    for rule in book.rules {
      for (name, reason) in rule.metadata.reasons {
        if name.hasPrefix("no-"), name.hasSuffix("-source") { #expect(!reason.missing.isEmpty, "\(rule.id) \(name)") }
        let known = Set(rule.metadata.needs + rule.metadata.uses)
        #expect(known.isSuperset(of: reason.absent + reason.lacks + reason.missing), "\(rule.id) \(name)")
      }
    }
    let ids = ["link-email", "link-phone", "link-social", "apple-account", "profile-photo"].map { "consent/\($0)" }
    let inconclusive = ["order-unknown", "identifier-unknown", "anonymity-unknown", "no-consent-source"]
    for id in ids {
      let rule = try #require(book.rules.first { $0.id == id })
      for (name, reason) in rule.metadata.reasons where !inconclusive.contains(name) {
        #expect(reason.restsOnAbsenceOf.contains(.consents), "\(id) \(name)")
      }
    }
  }
}
