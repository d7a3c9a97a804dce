import Crypto
package import Foundation
import Vocabulary

/// How personal data appears in reports. Verdicts and counts never depend on it.
package struct PersonalData: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    /// Keeps uids, and of an email the first character and the host.
    case masked
    /// Replaces each personal value by a keyed hash, so that equal values stay equal.
    case hashed
    case full

    /// What people wrote of a run, where reports are in this mode and the key of hashes is not at hand.
    package func shown(_ text: String) -> String { self == .full ? text : PersonalData.masking.text(text) }
  }

  private let mode: Mode
  private let key: SymmetricKey

  /// Masks what is shown outside of reports, and needs no key.
  package static let masking = PersonalData(mode: .masked, key: Data())

  package init(mode: Mode, key: Data) {
    self.mode = mode
    self.key = SymmetricKey(data: key)
  }

  /// Applies to all of the report, in place: it may have 100,000 findings. Ids stay: `publishing`.
  ///
  /// - Throws: `CannotWrite` where findings are in a file, and another one cannot be written.
  package func apply(to report: inout Report) throws {
    try report.findings.changeEach { finding in
      if finding.state == .carried { applyAgain(to: &finding) } else { apply(to: &finding) }
    }
    if var flagged = report.flagged, !flagged.isShown {
      for index in flagged.first.indices { apply(to: &flagged.first[index]) }
      // The order of uids would tell which of many persons each is.
      if mode == .hashed { flagged.first.sort { $0.uid < $1.uid } }
      report.flagged = flagged
    }
    applyToTexts(of: &report)
  }

  /// Whether the order of what is shown must not be that of names.
  package var hidesOrder: Bool { mode == .hashed }

  /// Applies to a finding of this run, whose personal data is as in the evidence.
  package func apply(to finding: inout Report.Finding) {
    let (uid, object, subject) = (finding.subject.uid, finding.object, finding.subject)
    finding.subject = applied(to: subject)
    if let object {
      let shown = self.object(object, of: subject)
      if shown != object { finding.message = finding.message.replacing(object, with: shown) }
      finding.object = shown
    }
    hide(subject, object, inSummariesOf: &finding)
    finding.hidden.value = HiddenNames(
      uid: hidden(uid, shownAs: finding.subject.uid), object: hidden(object, shownAs: finding.object))
    applyToTexts(of: &finding)
  }

  /// Applies to a finding of a report that was kept: in its mode, which may be looser than this one.
  private func applyAgain(to finding: inout Report.Finding) {
    func again(_ text: String?, _ apply: (String) -> String) -> String? {
      text.map { isApplied($0) ? $0 : apply($0) }
    }
    // Of a name that the kept report masks, the store has the hash.
    func known(_ text: String?) -> String? { text.flatMap { $0.isMasked ? nil : $0 } }
    let names = (uid: known(finding.subject.uid), object: known(finding.object))
    let subject = finding.subject
    finding.subject.uid = again(finding.subject.uid, uid)
    finding.subject.email = again(finding.subject.email, email)
    finding.subject.appleSub = again(finding.subject.appleSub, sub)
    finding.subject.tenant = finding.subject.tenant.map(text)
    finding.object = again(finding.object) { object($0, of: subject) }
    hide(subject, names.object, inSummariesOf: &finding)
    finding.hidden.value = HiddenNames(
      uid: hidden(names.uid, shownAs: finding.subject.uid), object: hidden(names.object, shownAs: finding.object))
    applyToTexts(of: &finding)
  }

  /// A keyed hash of a name by which to know it again; nil where what is shown tells it. A name that looks like a
  /// masked one has a hash too: without, it would be taken for one.
  private func hidden(_ name: String?, shownAs shown: String?) -> String? {
    guard let name, mode == .masked && name != shown || name.isMasked else { return nil }
    return hash(name)
  }

  /// Whether a text of a kept report shows no more than the mode allows: a keyed hash, or what masking leaves.
  private func isApplied(_ text: String) -> Bool {
    if text.hasPrefix("h:") { return text.utf8.count == 34 && text.dropFirst(2).allSatisfy(\.isHexDigit) }
    return switch mode {
    case .hashed: false
    case .masked: text.prefix(2).isMasked
    case .full: true
    }
  }

  package func applied(to report: Report) throws -> Report {
    var report = report
    try apply(to: &report)
    return report
  }

  package func apply(to account: inout FlaggedAccount) {
    account.uid = uid(account.uid)
    account.email = account.email.map(email)
    account.relayDomain = account.relayDomain.map(text)
    account.providers = text(account.providers)
  }

  package func applied(to subject: Report.Subject) -> Report.Subject {
    var subject = subject
    subject.uid = subject.uid.map(uid)
    subject.email = subject.email.map(email)
    subject.appleSub = subject.appleSub.map(sub)
    subject.tenant = subject.tenant.map(text)
    return subject
  }

  /// A text that may have an address or a number in it, such as a path.
  package func text(_ text: String) -> String {
    guard mode != .full else { return text }
    return ContactText.replacing(in: text) { contact, found in
      switch (mode, contact) {
      case (.hashed, _): hash(found)
      case (_, .email): Self.masked(email: found)
      case (_, .phone): "+…\(found.filter(\.isNumber).suffix(2))"
      }
    }
  }

  private func uid(_ uid: String) -> String {
    // Some companies use email addresses or phone numbers as uids.
    mode == .hashed ? hash(uid) : object(uid)
  }

  /// In URLs an address has `%40` in place of its `@`, or `%2540` and so on where a URL stands in another.
  private static func masked(email: String) -> String {
    guard !email.contains("@"), let at = email.ranges(of: #/%(?:25)*40|[\u{FF20}\u{FE6B}]/#).last else {
      return masking.email(email)
    }
    return "\(email.prefix(1))…\(email[at.lowerBound...])"
  }

  private func email(_ text: String) -> String {
    switch mode {
    case .full: return text
    case .hashed: return hash(text)
    case .masked:
      var copy = text
      let masked: String = copy.withUTF8 { bytes in
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0 else { return "…" }
        let host = UnsafeBufferPointer(rebasing: bytes[at...])
        // Finding the end of the first character dominated the cost; an ASCII byte is a character.
        let isPlain = bytes[..<at].prefix(2).allSatisfy { $0 > 0x20 && $0 < 0x80 }
        let first = isPlain ? 1 : text.prefix(1).utf8.count
        // # Safety
        // `bytes` and `host` are valid until this closure returns, and nothing keeps them. `first` is at most `at`, the
        // three parts fit the capacity exactly, and the number of bytes returned is the end of the last one.
        return String(unsafeUninitializedCapacity: first + Self.ellipsis.count + host.count) { masked in
          var end = masked.update(fromContentsOf: bytes[..<first])
          end = masked[end...].update(fromContentsOf: Self.ellipsis)
          return masked[end...].update(fromContentsOf: host)
        }
      }
      // Behind the host of what is no address there may be a number.
      let isAddress = masked.hasOnly {
        (0x40...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 >= 0x80
          || (0x2D...0x2E).contains($0) || (0x30...0x39).contains($0)
      }
      return isAddress ? masked : self.text(masked)
    }
  }

  private static let ellipsis = Array("…".utf8)

  private func sub(_ text: String) -> String {
    switch mode {
    case .full: text
    case .hashed: hash(text)
    case .masked:
      // Counting bytes is faster than counting characters, and the same for ASCII: a run may have 100,000 findings.
      if text.hasOnly({ $0 < 0x80 }) {
        text.utf8.count > 8 ? "…\(Substring(text.utf8.suffix(4)))" : "…"
      } else {
        text.count > 8 ? "…\(text.suffix(4))" : "…"
      }
    }
  }

  /// An object is a kind, a provider or an id. Of these, addresses and numbers are personal, and what stands behind one
  /// may be another.
  package func object(_ object: String) -> String {
    text(object.utf8.contains(UInt8(ascii: "@")) ? email(object) : object)
  }

  /// The id of a request or a notice may be the person's own, or have it within.
  func object(_ object: String, of subject: Report.Subject) -> String {
    mode == .hashed && object == subject.uid ? hash(object) : hiding(subject, in: self.object(object))
  }

  /// - Parameter object: of the finding, as it was.
  private func hide(_ subject: Report.Subject, _ object: String?, inSummariesOf finding: inout Report.Finding) {
    guard mode == .hashed || mode == .masked && subject.appleSub != nil else { return }
    for index in finding.evidence.indices {
      var summary = finding.evidence[index].summary
      // Once: a short id may be a number of the date behind it.
      if let object, let shown = finding.object, object != shown, let place = summary.firstRange(of: object) {
        summary.replaceSubrange(place, with: shown)
      }
      finding.evidence[index].summary = hiding(subject, in: summary)
    }
  }

  /// What a record says of a person, outside of a finding.
  package func summary(_ summary: String, of subject: Report.Subject) -> String { text(hiding(subject, in: summary)) }

  /// A text without the person's ids.
  private func hiding(_ subject: Report.Subject, in text: String) -> String {
    var shown = text
    if mode != .full, let sub = subject.appleSub, sub.utf8.count > 8, shown.contains(sub) {
      shown = shown.replacing(sub, with: self.sub(sub))
    }
    if mode == .hashed, let uid = subject.uid, uid.utf8.count >= Self.shortest {
      shown = replacing(uid, in: shown, asPart: uid.utf8.count >= Self.tellingLength)
    }
    return shown
  }

  /// Bytes; a shorter id stands in many texts by chance, unless it is a word of its own.
  private static let tellingLength = 6
  private static let shortest = 3

  /// - Parameter asPart: also where letters or digits stand beside it.
  private func replacing(_ uid: String, in text: String, asPart: Bool) -> String {
    var text = text
    for place in text.ranges(of: uid).reversed() {
      let before = place.lowerBound > text.startIndex ? text[text.index(before: place.lowerBound)] : " "
      let after = place.upperBound < text.endIndex ? text[place.upperBound] : " "
      let isWord = [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
      if asPart || isWord { text.replaceSubrange(place, with: hash(uid)) }
    }
    return text
  }

  /// 128 bits: short enough to read, without collisions in practice. The mode makes no difference.
  package func hash(_ text: String) -> String {
    "h:" + code(text).prefix(16).hexadecimal
  }

  private func code(_ text: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
  }

  /// The id of a finding as reports show it. The id itself is a hash of names without a key: whoever has a list of
  /// persons could work out whose it is.
  package func published(_ id: String) -> String {
    guard mode == .hashed else { return id }
    // The word keeps it apart from the hash of a name that is like an id.
    return FindingID.prefix + code("finding \(id)").prefix(8).hexadecimal
  }
}

extension StringProtocol {
  /// Whether the text has the mark that masking leaves in place of what it takes: many texts may look like this one.
  package var isMasked: Bool { utf8.contains(0xE2) && contains("…" as Character) }
}
