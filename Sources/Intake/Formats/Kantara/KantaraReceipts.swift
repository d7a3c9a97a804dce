import Evidence
import Timestamps

/// Kantara consent receipts v1.1. A receipt shows that consent was given; no field shows that it is still in force.
///
/// https://kantarainitiative.org/download/7902/
struct KantaraReceipts: ProductReader {
  static let kind = EvidenceKind.consents
  static let product = "kantara-receipt"
  static let guide = FormatGuide(
    Self.self, title: "Kantara consent receipts v1.1",
    note: "A receipt shows that consent was given, not that it is still in force. Test receipts are not used.",
    example: #"""
      {"version":"KI-CR-v1.1.0","consentReceiptID":"…","consentTimestamp":1767323046,"piiPrincipalId":"u1",
       "services":[{"purposes":[{"purpose":"link:phone","consentType":"EXPLICIT"}]}]}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    let keys = ["consentReceiptID", "consentTimestamp", "piiPrincipalId"]
    guard keys.allSatisfy(head.keys.contains) else { return nil }
    return (5, "its receipts have `consentReceiptID` and `piiPrincipalId`, as Kantara's specification has them")
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    // Seconds, by the specification; as milliseconds they would lie before 1974.
    let isInMilliseconds = try record.number("consentTimestamp").map { $0 >= 100_000_000_000 } ?? false
    let time = try record.requiredTime("consentTimestamp", numbersAre: isInMilliseconds ? .milliseconds : .seconds)
    let person = Subject.named(try record.requiredText("piiPrincipalId"))
    if try record.bool("test") == true { return .ignored("the receipt is a test") }
    var consents: [EvidenceRecord] = []
    for service in try record.objects("services") {
      for purpose in try service.objects("purposes") {
        let type = try purpose.text("consentType")?.uppercased()
        consents.append(
          .consent(
            ConsentRecord(
              subject: person, purpose: try purpose.requiredText("purpose").lowercased(), givenAt: time,
              // A withdrawal has no receipt, so with an id it would not match the consent that it ends.
              consentID: nil,
              // Free text is allowed, such as another legal basis. Only these two words mean consent.
              state: ["EXPLICIT", "IMPLICIT", nil].contains(type) ? .given : .unknown,
              isExplicit: type == "EXPLICIT" ? true : type == "IMPLICIT" ? false : nil,
              method: try record.text("collectionMethod"), policyVersion: try record.text("policyUrl"),
              detail: ["receipt": "shows that consent was given, not that it still holds"])))
      }
    }
    if consents.isEmpty { throw RecordRejection("`services` has no `purposes`") }
    return ProductRecord(evidence: consents, time: time)
  }
}
