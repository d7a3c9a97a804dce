import Foundation
import Testing

/// What the Firebase emulators export beside the accounts is known and silent.
@Suite struct EmulatorExportTests {
  private static let user = """
    {"localId":"u1","createdAt":"1770000000000","lastLoginAt":"1770000000000","email":"u1@privaterelay.appleid.com",\
    "providerUserInfo":[{"providerId":"apple.com","rawId":"abc123","federatedId":"abc123"}]}
    """

  private func export() throws -> Workplace {
    let place = try Workplace()
    let files = [
      "firebase-export-metadata.json": """
      {
        "version": "13.2.0",
        "firestore": {
          "version": "1.19.4",
          "path": "firestore_export",
          "metadata_file": "firestore_export/firestore_export.overall_export_metadata"
        },
        "auth": {
          "version": "13.2.0",
          "path": "auth_export"
        }
      }
      """,
      "auth_export/accounts.json":
        "{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[\(Self.user)]}",
      "auth_export/config.json":
        "{\"signIn\":{\"allowDuplicateEmails\":false},\"emailPrivacyConfig\":{\"enableImprovedEmailPrivacy\":false}}",
      "firestore_export/firestore_export.overall_export_metadata": "\u{01}\u{02}",
      "firestore_export/all_namespaces/all_kinds/output-0": "\u{00}\u{01}",
      "database_export/my-app.json": "{\"a\":1}",
      "storage_export/buckets.json": "{\"buckets\":[{\"id\":\"my-app\"}]}",
      "storage_export/blobs/users.json": Sample.export(Sample.user("no-user-of-ours")),
    ]
    for (name, text) in files { try place.write("export/\(name)", text) }
    return place
  }

  @Test func isNeitherWarnedOfNorAReasonForIncompleteness() throws {
    let place = try export()
    try place.write("consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    let outcome = try place.audit("export", "consents.ndjson")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(!outcome.output.contains("not recognised"))
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.compactMap { $0["path"] as? String } == ["consents.ndjson", "export/auth_export/accounts.json"])
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 1)
    // Nobody has gone unseen in a file that was not read.
    let snapshot = try place.run("inspect", "export")
    #expect(snapshot.errors.isEmpty)
    for name in ["auth_export/config.json", "firebase-export-metadata.json", "storage_export", "firestore_export"] {
      #expect(snapshot.output.contains("export/\(name)\n  not read "), "\(name)")
    }
  }

  @Test func theFolderOfAccountsAloneIsSilentAsWell() throws {
    let place = try export()
    try place.write("consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    let outcome = try place.audit("export/auth_export", "consents.ndjson")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try place.run("inspect", "export/auth_export/config.json").status == 66)
  }

  /// Somebody else's `config.json` may be anything.
  @Test func anotherConfigurationIsNamed() throws {
    let place = try export()
    try place.write("export/auth_export/config.json", "{\"signIn\":{},\"users\":{}}")
    #expect(try place.audit("export").errors.contains("config.json: not recognised"))
  }
}
