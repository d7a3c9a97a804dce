import Evidence
import Timestamps

/// Fides' history of privacy preferences.
///
/// https://github.com/ethyca/fides/blob/main/src/fides/api/models/privacy_preference.py
struct FidesPreferences: ProductReader {
  static let kind = EvidenceKind.consents
  static let product = "fides-preferences"
  static let guide = FormatGuide(
    Self.self, title: "Fides, history of privacy preferences",
    note:
      "Only the person's own `opt_in` is consent; a dismissed notice, or a value set by a script, is not.",
    example: #"""
      {"notice_key":"link:phone","preference":"opt_in","method":"accept","external_id":"u1","received_at":"2026-01-02T03:04:06Z"}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("preference"), head.keys.contains("notice_key") || head.keys.contains("notice_mechanism")
    else { return nil }
    return (4, "its records have `preference` and `notice_key`, as Fides exports them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let found =
      try record.time("received_at", numbersAre: .milliseconds) ?? record.time("created_at", numbersAre: .milliseconds)
    guard let time = found else { throw FieldError.missing("received_at") }
    let purposes = try ["notice_key", "notice_name"].compactMap { try record.text($0)?.lowercased() }
    guard let purpose = purposes.first else { throw FieldError.missing("notice_key") }
    let subject = Subject(
      uid: try record.text("external_id"), email: try record.text("email"), phone: try record.phone("phone_number"))
    if subject.isEmpty {
      return .ignored(
        record.has("hashed_email")
          ? "the record identifies the person only by a salted hash, which cannot be matched to an account"
          : "the record identifies a device, not a person")
    }
    let method = try record.text("method")?.lowercased()
    let (state, isExplicit): (ConsentState, Bool?) =
      switch try record.requiredText("preference").lowercased() {
      // Consent is a person's choice where nothing was preselected: not the dismissal or acknowledgement of a notice, a
      // value that a script set, or a default.
      case "opt_in" where try record.text("notice_mechanism").map { $0.lowercased() != "opt_in" } ?? false:
        (.given, false)
      case "opt_in": (.given, method.map { ["button", "save", "accept"].contains($0) })
      case "opt_out": (.withdrawn, nil)
      case "acknowledge": (.given, false)
      default: (.unknown, nil)
      }
    var consent = ConsentRecord(
      subject: subject, purpose: purpose, givenAt: time, state: state, withdrawnAt: state == .withdrawn ? time : nil,
      isExplicit: isExplicit, method: method, policyVersion: try record.text("privacy_notice_history_id"))
    consent.otherPurposes = Array(purposes.dropFirst())
    return ProductRecord(evidence: [.consent(consent)], time: time)
  }
}
