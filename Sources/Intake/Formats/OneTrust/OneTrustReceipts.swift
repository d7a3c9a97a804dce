import Evidence
import Timestamps

/// OneTrust's consent receipts.
///
/// https://developer.onetrust.com/onetrust/reference/getreceiptlistusingget
struct OneTrustReceipts: ProductReader {
  static let kind = EvidenceKind.consents
  static let product = "onetrust-receipt"
  static let guide = FormatGuide(
    Self.self, title: "OneTrust receipts",
    note:
      "`CONFIRMED` and `EXTEND` count as consent; implied consent does not. A topic in `Preferences` is a purpose too.",
    example: #"""
      {"identifier":"u1","interactionDate":"2026-01-02T03:04:06.000Z","test":false,
       "purposes":[{"Id":"link:phone","TransactionType":"CONFIRMED"}]}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("interactionDate"), head.keys.contains("purposes") else { return nil }
    return (4, "its receipts have `interactionDate` and `purposes`, as OneTrust exports them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let time = try record.requiredTime("interactionDate", numbersAre: .milliseconds)
    if try record.bool("test") == true { return .ignored("the receipt is a test") }
    let person = try subject(record)
    var consents: [EvidenceRecord] = []
    for purpose in try record.objects("purposes") {
      let transaction = try purpose.requiredText(purpose.has("TransactionType") ? "TransactionType" : "transactionType")
        .uppercased()
      guard let state = Self.state(transaction) else {
        throw RecordRejection("`TransactionType` is not a value that OneTrust documents")
      }
      let names = try names(of: purpose, id: ["Id", "id", "purposeId"])
      let expiry = try purpose.end(purpose.has("ExpiryDate") ? "ExpiryDate" : "expiryDate", numbersAre: nil)
      var consent = ConsentRecord(
        subject: person, purpose: names[0], givenAt: time,
        // Every interaction has a receipt of its own, so with its id a withdrawal would not match the consent that it
        // ends.
        consentID: nil, state: state, withdrawnAt: state == .withdrawn ? time : nil, expiresAt: expiry,
        // A confirmation is an act of the person; implied consent is not.
        isExplicit: transaction == "IMPLICIT" ? false : state == .given || state == .renewed ? true : nil,
        method: try record.text(anyOf: "source", "collectionPointName", "collectionPointId"),
        policyVersion: try purpose.text(anyOf: "Version", "version"))
      consent.otherPurposes = Array(names.dropFirst())
      consents.append(.consent(consent))
      consents += try topics(of: purpose, consent).map { .consent($0) }
    }
    if consents.isEmpty { throw FieldError.missing("purposes") }
    return ProductRecord(evidence: consents, time: time)
  }

  /// What the person chose for each topic of a purpose.
  private func topics(of purpose: RecordFields, _ consent: ConsentRecord) throws -> [ConsentRecord] {
    try purpose.objects(purpose.has("Preferences") ? "Preferences" : "preferences").map { topic in
      let names = try names(of: topic, id: ["TopicId", "topicId"])
      var choice = consent
      (choice.purpose, choice.otherPurposes) = (names[0], Array(names.dropFirst()))
      switch try topic.requiredText(topic.has("TransactionType") ? "TransactionType" : "transactionType").uppercased() {
      case "OPT_IN": break
      case "OPT_OUT": (choice.state, choice.withdrawnAt, choice.isExplicit) = (.withdrawn, consent.givenAt, nil)
      default: throw RecordRejection("`Preferences.TransactionType` is not a value that OneTrust documents")
      }
      return choice
    }
  }

  /// - Returns: at least one name, in lower case.
  private func names(of purpose: RecordFields, id: [String]) throws -> [String] {
    let names = try (["Name", "name", "Label"] + id).compactMap { try purpose.text($0)?.lowercased() }
    if names.isEmpty { throw FieldError.missing("purposes.\(id[0])") }
    return names
  }

  private func subject(_ record: RecordFields) throws -> Subject {
    let identifier = try record.requiredText("identifier")
    var subject = Subject()
    let kind = try record.text("identifierType") ?? ""
    if try !subject.add(identifier, as: kind.isEmpty || kind.lowercased() == "identifier" ? "?" : kind) {
      subject = .named(identifier)
    }
    if let others = try record.object("additionalIdentifiers") {
      for (kind, value) in others.plainValues.sorted(by: { $0.key < $1.key }) { _ = try subject.add(value, as: kind) }
    }
    return subject
  }

  /// Only a confirmation, and its extension, is consent in force.
  private static func state(_ transaction: String) -> ConsentState? {
    switch transaction {
    case "CONFIRMED": .given
    case "EXTEND": .renewed
    case "IMPLICIT": .given
    case "PENDING": .requested
    case "WITHDRAWN", "OPT_OUT", "HARD_OPT_OUT": .withdrawn
    case "EXPIRED": .expired
    case "NOTGIVEN", "NO_CHOICE", "CANCEL": .refused
    // The receipt does not say which preferences changed, or how.
    case "CHANGE_PREFERENCES": .unknown
    default: nil
    }
  }
}
