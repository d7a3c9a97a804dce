import Evidence
import Foundation
import History
import Judgement
import Platform
import Reporting
import Storage
import Vocabulary

/// Finds a person in kept reports, in whatever form they show personal data.
struct PersonInReports {
  private let person: Person
  /// By mode, how a report shows the person's names.
  private let shown: [PersonalData.Mode: Shown]
  /// Keyed hashes of the person's uids and requests, to be held against those of masked names.
  private let hashes: (uids: Set<String>, requests: Set<String>)
  /// Whether the store knows the account that a finding is about.
  private let hasAccount: (String) throws -> Bool
  /// What masking took of a finding's names.
  private let hidden: (String) throws -> HiddenNames

  private struct Shown {
    var uids: Set<String>
    var emails: Set<String>
    var subs: Set<String>
    var requests: Set<String>
  }

  /// - Parameters:
  ///   - key: of hashed personal data.
  ///   - hasAccount: whether the store knows the account that a finding is about.
  ///   - hidden: what masking took of a finding's names.
  init(
    _ person: Person, key: Data, hasAccount: @escaping (String) throws -> Bool,
    hidden: @escaping (String) throws -> HiddenNames
  ) {
    self.person = person
    self.hasAccount = hasAccount
    self.hidden = hidden
    let data = PersonalData(mode: .hashed, key: key)
    hashes = (Set(person.names.uids.map(data.hash)), Set(person.requests.map(data.hash)))
    shown = Dictionary(
      uniqueKeysWithValues: PersonalData.Mode.allCases.map { mode in
        let data = PersonalData(mode: mode, key: key)
        func apply(_ texts: Set<String>, _ path: WritableKeyPath<Report.Subject, String?>) -> Set<String> {
          Set(
            texts.compactMap { text in
              var subject = Report.Subject(project: nil, tenant: nil, uid: nil, email: nil, appleSub: nil)
              subject[keyPath: path] = text
              return data.applied(to: subject)[keyPath: path]
            })
        }
        return (
          mode,
          Shown(
            uids: apply(person.names.uids, \.uid), emails: apply(person.names.emails, \.email),
            subs: apply(person.names.subs, \.appleSub), requests: Set(person.requests.map(data.object)))
        )
      })
  }

  /// The forms to look for, where a report tells none: it may be any.
  private func forms(of report: Report) -> [(mode: PersonalData.Mode, shown: Shown)] {
    if let mode = report.personalData, let shown = shown[mode] { return [(mode, shown)] }
    return shown.map { ($0.key, $0.value) }
  }

  /// The ids of the report's findings that are about the person.
  ///
  /// - Parameter known: by id, the findings that are about the person's account, as the store says.
  func findings(in report: Report, beside known: [String: String]) throws -> Set<String> {
    let forms = forms(of: report)
    var found: Set<String> = []
    for finding in report.findings where !report.forgotten.contains(finding.id) {
      // The store knows best, and is asked last: a report may have a million findings.
      if try known[finding.id] != nil || (isTheirs(finding, in: report, forms) && !hasAccount(finding.id)) {
        found.insert(finding.id)
      }
    }
    return found
  }

  private func isTheirs(
    _ finding: Report.Finding, in report: Report, _ forms: [(mode: PersonalData.Mode, shown: Shown)]
  ) throws -> Bool {
    let subject = finding.subject
    guard subject.tenant == nil || subject.tenant == person.tenant else { return false }
    let isShownSo = try forms.contains { mode, shown in
      func fits(_ text: String?, _ texts: Set<String>) -> Bool { text.map(texts.contains) ?? true }
      guard fits(subject.uid, shown.uids) else { return false }
      // A uid says it for sure, unless it is an address or a number that is masked.
      if let uid = subject.uid {
        guard mode == .masked, uid.isMasked else { return true }
        return try hidden(finding.id).uid.map(hashes.uids.contains) ?? isMade(of: finding, in: report)
      }
      guard subject.email != nil || subject.appleSub != nil, fits(subject.email, shown.emails),
        fits(subject.appleSub, shown.subs)
      else { return false }
      return mode != .masked || isMade(of: finding, in: report)
    }
    guard !isShownSo, subject.uid == nil, subject.email == nil, subject.appleSub == nil else { return isShownSo }
    return try isAboutRequest(finding)
  }

  /// Whether the finding, which shows no name at all, is about a request of the person's: such a request names the
  /// address by its hash.
  private func isAboutRequest(_ finding: Report.Finding) throws -> Bool {
    guard let object = finding.object else { return false }
    if person.requests.contains(object) || hashes.requests.contains(object) { return true }
    return try object.isMasked && hidden(finding.id).object.map(hashes.requests.contains) == true
  }

  /// Whether the finding's id is made of one of the person's names: many may have a masked address in common. What it
  /// is about may be masked too, as the id of a request that has the address in it.
  private func isMade(of finding: Report.Finding, in report: Report) -> Bool {
    let names = person.names
    let objects = [finding.object] + names.emails.map { $0 } + person.requests.map { $0 }
    let subjects =
      names.uids.map { Subject(uid: $0) } + names.subs.map { Subject(appleSub: $0) }
      + names.emails.map { Subject(email: $0) }
    return subjects.contains { subject in
      var subject = subject
      subject.tenant = finding.subject.tenant
      return objects.contains { object in
        FindingIdentity.id(
          rule: finding.rule, project: report.run.project ?? "", subject: subject, object: object, discriminator: nil)
          == finding.id
      }
    }
  }

  /// Whether an account of the list of those flagged is the person's.
  func isTheirs(_ account: FlaggedAccount, in report: Report) -> Bool {
    forms(of: report).contains { mode, shown in
      guard shown.uids.contains(account.uid) else { return false }
      return mode != .masked || !account.uid.isMasked || account.email.map(shown.emails.contains) != false
    }
  }

  /// Whether a name, as a waiver's scope shows it, is the person's or that of a request of theirs.
  func isName(_ name: String, in report: Report) -> Bool {
    forms(of: report).contains { _, shown in shown.uids.contains(name) || shown.requests.contains(name) }
  }

  /// Texts of which a report has at least one where it is to be redacted; nil where it has to be read to know.
  func needles(ids: some Sequence<String>) -> TextSearch? {
    let names = person.names.texts.union(
      shown.values.flatMap { $0.uids.union($0.emails).union($0.subs).union($0.requests) })
    guard names.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C } }) else { return nil }
    return TextSearch(Array(names) + Array(ids) + Array(person.requests))
  }
}
