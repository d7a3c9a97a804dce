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
    writer.add(finding.severity)
    writer.add(finding.verdict)
    writer.add(finding.state)
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
  ///
  /// # Safety
  /// The buffer is valid until the closure returns; every text is a copy of its bytes, so that nothing keeps it.
  static func finding(_ bytes: ArraySlice<UInt8>) -> Report.Finding? {
    bytes.withUnsafeBytes { finding(Reader(bytes: $0)) }
  }

  private static func finding(_ reader: Reader) -> Report.Finding? {
    var reader = reader
    guard let id = reader.text(), let rule = reader.text(), let reason = reader.text(), let message = reader.text(),
      let severity: Severity = reader.word(), let verdict: Verdict = reader.word(),
      let state: FindingState = reader.word()
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

    /// By its place among all of its kind.
    mutating func add<Word: CaseIterable & Equatable>(_ word: Word) {
      add(length: Array(Word.allCases).firstIndex(of: word) ?? 0)
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

  /// # Safety
  /// The bytes belong to the caller, which uses the reader no longer than they are valid. Each reading is within them.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    private var done = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
      guard bytes.count - done >= MemoryLayout<Number>.size else { return nil }
      defer { done += MemoryLayout<Number>.size }
      return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: done, as: Number.self))
    }

    mutating func number() -> Int64? { integer(Int64.self) }

    mutating func word<Word: CaseIterable>() -> Word? {
      guard let place = integer(UInt32.self), place < Word.allCases.count else { return nil }
      return Array(Word.allCases)[Int(place)]
    }

    mutating func text() -> String? {
      guard let length = integer(UInt32.self), length > 0, bytes.count - done >= Int(length) - 1 else { return nil }
      let end = done + Int(length) - 1
      defer { done = end }
      return String(decoding: bytes[done..<end], as: UTF8.self)
    }
  }
}
