package import Platform
import Timestamps
import Vocabulary

/// A finding as bytes, for a file that one run writes and reads.
extension Report.Finding: ScratchRecord {
  private static let severities = Severity.allCases
  private static let verdicts = Verdict.allCases
  private static let states = FindingState.allCases

  package func write(to writer: inout ByteWriter) {
    writer.add(id)
    for text in [rule, reason, message] { writer.add(shared: text) }
    writer.add(count: Self.severities.firstIndex(of: severity) ?? 0)
    writer.add(count: Self.verdicts.firstIndex(of: verdict) ?? 0)
    writer.add(count: Self.states.firstIndex(of: state) ?? 0)
    writer.add(count: verdictBefore.value.flatMap(Self.verdicts.firstIndex).map { $0 + 1 } ?? 0)
    for text in [subject.project, subject.tenant, judgedIn] { writer.add(shared: text) }
    for text in [subject.uid, subject.email, subject.appleSub, object, hidden.value.uid, hidden.value.object] {
      writer.add(optional: text)
    }
    writer.add(optional: dueAt?.milliseconds)
    writer.add(firstSeen.milliseconds)
    writer.add(optional: account.value)
    writer.add(shared: waiver?.signedBy)
    if let waiver {
      writer.add(waiver.date.milliseconds)
      writer.add(waiver.expires.milliseconds)
      writer.add(shared: waiver.reason)
    }
    writer.add(count: evidence.count)
    for citation in evidence {
      writer.add(shared: citation.source)
      writer.add(citation.locator)
      writer.add(shared: citation.summary)
    }
  }

  package init?(from reader: inout ByteReader) {
    guard let id = reader.text(), let rule = reader.sharedText(), let reason = reader.sharedText(),
      let message = reader.sharedText(), let severity = reader.word(of: Self.severities),
      let verdict = reader.word(of: Self.verdicts), let state = reader.word(of: Self.states),
      let before = reader.count(), before <= Self.verdicts.count
    else { return nil }
    let (project, tenant, judgedIn) = (reader.sharedText(), reader.sharedText(), reader.sharedText())
    let subject = Report.Subject(
      project: project, tenant: tenant, uid: reader.text(), email: reader.text(), appleSub: reader.text())
    let object = reader.text()
    let hidden = HiddenNames(uid: reader.text(), object: reader.text())
    guard let due = reader.number(), let firstSeen = reader.number(), let account = reader.number() else { return nil }
    var waiver: Waiver?
    if let signedBy = reader.sharedText() {
      guard let date = reader.number(), let expires = reader.number(), let why = reader.sharedText() else { return nil }
      waiver = Waiver(
        signedBy: signedBy, date: Timestamp(milliseconds: date), expires: Timestamp(milliseconds: expires), reason: why)
    }
    guard let count = reader.count() else { return nil }
    var evidence: [Report.Citation] = []
    for _ in 0..<count {
      guard let source = reader.sharedText(), let locator = reader.text(), let summary = reader.sharedText() else {
        return nil
      }
      evidence.append(Report.Citation(source: source, locator: locator, summary: summary))
    }
    self.init(
      id: id, rule: rule, severity: severity, verdict: verdict, reason: reason, state: state, message: message,
      subject: subject, object: object, dueAt: due == .min ? nil : Timestamp(milliseconds: due),
      firstSeen: Timestamp(milliseconds: firstSeen), waiver: waiver, evidence: evidence, judgedIn: judgedIn,
      account: account == .min ? nil : account)
    self.hidden.value = hidden
    verdictBefore.value = before == 0 ? nil : Self.verdicts[before - 1]
  }
}

extension ByteReader {
  /// One of a kind, by its place among all.
  fileprivate mutating func word<Word>(of all: [Word]) -> Word? {
    guard let place = count(), place < all.count else { return nil }
    return all[place]
  }
}
