import Timestamps
import Vocabulary

/// A finding as bytes, for a file that one run writes and reads.
enum FindingCoding {
  static func append(_ finding: Report.Finding, to bytes: inout [UInt8]) {
    var writer = Writer(bytes: bytes)
    // Else the bytes would be copied.
    bytes = []
    defer { bytes = writer.bytes }
    for text in [finding.id, finding.rule, finding.reason, finding.message] { writer.add(text) }
    for text in [finding.severity.rawValue, finding.verdict.rawValue, finding.state.rawValue] { writer.add(text) }
    let subject = finding.subject
    for text in [
      subject.project, subject.tenant, subject.uid, subject.email, subject.appleSub, finding.object, finding.judgedIn,
    ] {
      writer.add(optional: text)
    }
    writer.add(finding.dueAt?.milliseconds ?? .min)
    writer.add(finding.firstSeen.milliseconds)
    writer.add(optional: finding.waiver?.signedBy)
    if let waiver = finding.waiver {
      writer.add(waiver.date.milliseconds)
      writer.add(waiver.expires.milliseconds)
      writer.add(waiver.reason)
    }
    writer.add(Int64(finding.evidence.count))
    for citation in finding.evidence {
      for text in [citation.source, citation.locator, citation.summary] { writer.add(text) }
    }
  }

  /// - Parameter bytes: as `append` wrote them.
  /// - Returns: nil where they are not.
  static func finding(_ bytes: ArraySlice<UInt8>) -> Report.Finding? {
    var reader = Reader(rest: bytes)
    guard let id = reader.text(), let rule = reader.text(), let reason = reader.text(), let message = reader.text(),
      let severity = reader.text().flatMap(Severity.init), let verdict = reader.text().flatMap(Verdict.init),
      let state = reader.text().flatMap(FindingState.init)
    else { return nil }
    let subject = Report.Subject(
      project: reader.text(), tenant: reader.text(), uid: reader.text(), email: reader.text(), appleSub: reader.text())
    let (object, judgedIn) = (reader.text(), reader.text())
    guard let due = reader.number(), let firstSeen = reader.number() else { return nil }
    var waiver: Waiver?
    if let signedBy = reader.text() {
      guard let date = reader.number(), let expires = reader.number(), let why = reader.text() else { return nil }
      waiver = Waiver(
        signedBy: signedBy, date: Timestamp(milliseconds: date), expires: Timestamp(milliseconds: expires), reason: why)
    }
    guard let count = reader.number() else { return nil }
    var evidence: [Report.Citation] = []
    for _ in 0..<max(0, count) {
      guard let source = reader.text(), let locator = reader.text(), let summary = reader.text() else { return nil }
      evidence.append(Report.Citation(source: source, locator: locator, summary: summary))
    }
    return Report.Finding(
      id: id, rule: rule, severity: severity, verdict: verdict, reason: reason, state: state, message: message,
      subject: subject, object: object, dueAt: due == .min ? nil : Timestamp(milliseconds: due),
      firstSeen: Timestamp(milliseconds: firstSeen), waiver: waiver, evidence: evidence, judgedIn: judgedIn)
  }

  private struct Writer {
    var bytes: [UInt8]

    mutating func add(_ number: Int64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Its length in front of it, with one more so that 0 is none.
    private mutating func add(length: Int) {
      withUnsafeBytes(of: UInt32(length).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String) {
      add(length: text.utf8.count + 1)
      bytes.append(contentsOf: text.utf8)
    }

    mutating func add(optional text: String?) {
      if let text { add(text) } else { add(length: 0) }
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    private mutating func word<Word: FixedWidthInteger>(_ type: Word.Type) -> Word? {
      let size = MemoryLayout<Word>.size
      guard rest.count >= size else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size).reversed().reduce(Word(0)) { $0 << 8 | Word(truncatingIfNeeded: $1) }
    }

    mutating func number() -> Int64? { word(UInt64.self).map { Int64(bitPattern: $0) } }

    mutating func text() -> String? {
      guard let length = word(UInt32.self), length > 0, rest.count >= Int(length) - 1 else { return nil }
      defer { rest = rest.dropFirst(Int(length) - 1) }
      return String(decoding: rest.prefix(Int(length) - 1), as: UTF8.self)
    }
  }
}
