import Storage
import Timestamps

extension ConsentRecord: KindRecord {
  typealias Writer = ConsentWriter

  static let kind = EvidenceKind.consents
  static let bringsIntoScope = false
  static let keepsNames = false
  var time: Timestamp? { givenAt }
  var person: Subject? { subject }

  func addRelations(to names: inout SharedNames) {
    if let consentID { names.add("consent", consentID) }
  }
}

/// Writes the consents whose purpose bears on links; of one for a newsletter only what its keys tell is kept.
struct ConsentWriter: RecordWriter {
  static let data = RunTable(
    "evidence.consent_data",
    [
      "ref INTEGER PRIMARY KEY", "purpose TEXT NOT NULL", "given_at INTEGER NOT NULL", "state TEXT NOT NULL",
      "withdrawn_at INTEGER", "expires_at INTEGER", "explicit INTEGER", "identifier TEXT", "method TEXT",
      "policy_version TEXT", "consent_id TEXT",
    ])
  static var table: RunTable? { data }

  private let rows: WriteStatement
  private let purposes: PurposeMap

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
    purposes = settings.purposes
  }

  func write(_ record: ConsentRecord, ref: Int64) throws -> RowDigest? {
    let purpose = purpose(of: record)
    guard purposes.isForLink(purpose) else { return nil }
    // A consent whose end has no time of its own ended when it was recorded.
    let withdrawnAt = record.withdrawnAt ?? (record.state == .withdrawn ? record.givenAt : nil)
    let expiresAt = record.expiresAt ?? (record.state == .expired ? record.givenAt : nil)
    rows.bind(ref).bind(purpose).bind(record.givenAt.milliseconds).bind(record.state.rawValue)
      .bind(withdrawnAt?.milliseconds).bind(expiresAt?.milliseconds).bind(record.isExplicit)
      .bind(record.identifier.map(LinkedValue.normal)).bind(record.method).bind(record.policyVersion)
      .bind(record.consentID)
    return try rows.run()
  }

  /// Consent to what is no link. Where it ends, or ended at once, nobody used the account.
  func isOtherActivity(_ record: ConsentRecord, isWritten: Bool) -> Bool {
    let ends = [record.withdrawnAt, record.expiresAt].compactMap { $0 }
    guard [.given, .renewed].contains(record.state), ends.allSatisfy({ $0 > record.givenAt }) else { return false }
    return !isWritten || purposes.targets(of: purpose(of: record)).isEmpty
  }

  private func purpose(of record: ConsentRecord) -> String {
    purposes.known(of: [record.purpose] + record.otherPurposes)
  }
}
