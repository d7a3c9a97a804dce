import Evidence
package import Platform
import Timestamps
import Vocabulary

/// A judgement as bytes, for a file that one run writes and reads.
extension Judgement: ScratchRecord {
  private static let verdicts = Verdict.allCases

  package func write(to writer: inout ByteWriter) {
    writer.add(count: Self.verdicts.firstIndex(of: verdict) ?? 0)
    writer.add(optional: account)
    writer.add(optional: dueAt?.milliseconds)
    writer.add(optional: at?.milliseconds)
    // The others of a subject are not in a rule's result.
    for text in [subject.tenant, reason, detail, object] { writer.add(shared: text) }
    for text in [subject.uid, subject.email, subject.appleSub, discriminator] { writer.add(optional: text) }
    writer.add(count: evidence.count)
    for place in evidence { writer.add(place.ref) }
  }

  package init?(from reader: inout ByteReader) {
    guard let verdict = reader.count(), verdict < Self.verdicts.count, let account = reader.number(),
      let due = reader.number(), let at = reader.number()
    else { return nil }
    let (tenant, reason, detail, object) = (
      reader.sharedText(), reader.sharedText(), reader.sharedText(), reader.sharedText()
    )
    let subject = Subject(tenant: tenant, uid: reader.text(), email: reader.text(), appleSub: reader.text())
    let discriminator = reader.text()
    guard let count = reader.count() else { return nil }
    var evidence: [Place] = []
    for _ in 0..<count {
      guard let ref = reader.number() else { return nil }
      evidence.append(Place(ref: ref))
    }
    self.init(
      account: account == .min ? nil : account, subject: subject, object: object, discriminator: discriminator,
      verdict: Self.verdicts[verdict], reason: reason, dueAt: due == .min ? nil : Timestamp(milliseconds: due),
      at: at == .min ? nil : Timestamp(milliseconds: at), detail: detail, evidence: evidence)
  }
}
