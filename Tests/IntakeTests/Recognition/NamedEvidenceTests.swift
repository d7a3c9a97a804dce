import Evidence
import Foundation
import Testing

@testable import Intake

@Suite struct NamedEvidenceTests {
  @Test(arguments: [
    ("deletion_requests_eu.csv", "customer_id,ticket,opened", EvidenceKind.deletions),
    ("in/consent_withdrawals-2026-11-20.csv", "User ID,when", .consents),
    ("withdrawals.csv", "user_id,topic,when,new_state", .consents),
    ("opt-outs-eu.csv", "email,day", .consents),
    ("revocations.csv", "email,done", .revocations),
    ("deleted_users.csv", "user,day", .accountDeletions),
    ("deletions.ndjson", #"{"customer_id":"1","day":"x"}"#, .deletions),
    // Nobody is named, or the name says nothing, or something else.
    ("consent_texts.csv", "version,text", nil), ("export.csv", "user_id,day", nil),
    ("preferences.csv", "user_id,theme", nil), ("consents/readme.csv", "user_id,day", nil),
    ("deletion_revocations.csv", "user_id,day", nil), ("deletions.txt", "a text about deletions by user_id", nil),
  ])
  func aFileIsDoubtedByItsName(path: String, head: String, kind: EvidenceKind?) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((head + "\n" + (head.first == "{" ? "" : "1,2,3\n")).utf8).write(to: file)
    var sources = [
      Recogniser(options: Fixture.options).recognise(SourceFile(path: file.path, capturedAt: Fixture.asOf))
    ]
    NamedEvidence.doubt(in: &sources)
    #expect(sources[0].isUnreadable == (kind != nil), "\(sources[0].why)")
    #expect(sources[0].file.settings.kind == kind)
    if let kind {
      #expect(sources[0].why.hasPrefix("it is not recognised, and its name says that it holds \(kind.rawValue): "))
    }
  }
}
