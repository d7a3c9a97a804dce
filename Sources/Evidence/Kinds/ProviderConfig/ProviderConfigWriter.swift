import Storage
import Timestamps

extension ProviderConfigRecord: KindRecord {
  typealias Writer = ProviderConfigWriter

  static let kind = EvidenceKind.providerConfig
  static let namesPersons = false
  static let remembrance = Remembrance.never
  var time: Timestamp? { nil }

  func identity(content: Int) -> Int? { content }
}

struct ProviderConfigWriter: RecordWriter {
  static let data = RunTable(
    "evidence.provider_config_data",
    [
      "ref INTEGER PRIMARY KEY", "project TEXT", "tenant TEXT", "enabled INTEGER", "services_id INTEGER NOT NULL",
      "team_id INTEGER NOT NULL", "key_id INTEGER NOT NULL", "private_key INTEGER NOT NULL",
      "bundle_ids INTEGER NOT NULL", "bad_bundle_ids INTEGER NOT NULL",
    ])
  /// Where Apple sends people back to, one row for each address.
  static let returnURLs = RunTable(
    "evidence.return_url_data", ["provider_config INTEGER NOT NULL", "url TEXT NOT NULL"])
  static var table: RunTable? { data }

  private let rows: WriteStatement
  private let returnURLs: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insert(in: database)
    returnURLs = try Self.returnURLs.insert(in: database)
  }

  func write(_ record: ProviderConfigRecord, ref: Int64) throws -> RowDigest? {
    let bad = record.bundleIDs.count { !Self.isBundleID($0) }
    rows.bind(ref).bind(record.project).bind(record.tenant).bind(record.isEnabled)
      .bind(record.hasServicesID).bind(record.hasTeamID).bind(record.hasKeyID).bind(record.hasPrivateKey)
      .bind(Int64(record.bundleIDs.count)).bind(Int64(bad))
    try rows.run()
    for url in record.returnURLs {
      returnURLs.bind(ref).bind(url.lowercased())
      try returnURLs.run()
    }
    return nil
  }

  /// Letters, digits, hyphens and dots, in two parts at least:
  /// https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleidentifier
  private static func isBundleID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
  }
}
