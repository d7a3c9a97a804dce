import Evidence
import Intake
import Testing

/// Fields of our own files that nothing reads, and that say that a record is of something else.
@Suite struct UnreadFieldTests {
  /// A record of each kind, as JSON without its end.
  private static let records: [(kind: EvidenceKind, record: String)] = [
    (.consents, #"{"uid":"u1","purpose":"p","given_at":1767225600"#),
    (.links, #"{"uid":"u1","provider":"phone","linked_at":1767225600"#),
    (.deletions, #"{"uid":"u1","request_id":"r1","requested_at":1767225600"#),
    (.revocations, #"{"uid":"u1","at":1767225600,"endpoint":"apple","http_status":200"#),
    (.accountDeletions, #"{"uid":"u1","deleted_at":1767225600"#),
    (.notifications, #"{"type":"email-disabled","sub":"s","event_time":1767225600"#),
    (.aliases, #"{"old_sub":"a","new_sub":"b""#),
    (.signIns, #"{"uid":"u1","at":1767225600,"provider":"apple.com""#),
    (.mail, #"{"recipient":"a@example.com","sender":"b@example.com","at":1767225600"#),
  ]

  /// What says what happened has to be named where the configuration or the command line says the kind.
  @Test(
    arguments: records.indices,
    [
      #","event":"account_deleted""#, #","eventType":"seen""#, #","msg":"revoke scheduled""#, #","name":"refresh""#,
      #","ctx":{"message":"user signed out"}"#,
    ])
  func whatHappenedHasToBeNamed(index: Int, field: String) throws {
    let (kind, record) = Self.records[index]
    let declared = try read(record + field + "}\n" + record + "}\n", settings: SourceSettings(kind: kind))
    #expect(declared.summary.records == 1 && declared.summary.rejected == 1, "\(kind): \(declared.summary.rejects)")
    let reason = declared.summary.rejects.first?.reason ?? ""
    #expect(reason.contains("may say what happened, but the configuration does not say"), "\(reason)")
    // A file that shows its kind itself says by that what its records are.
    #expect(try read(record + field + "}\n").summary.rejected == 0, "\(kind)")
    var settings = SourceSettings(kind: kind)
    settings.record.ignored = ["event", "eventType", "msg", "name", "ctx"]
    #expect(try read(record + field + "}\n", settings: settings).summary.records == 1, "\(kind)")
  }

  @Test(arguments: ["event", "Event", "ctx.message", "level"])
  func soHasAColumnOfATable(title: String) throws {
    let text = "uid,at,endpoint,http_status,\(title)\nu1,1767225600,apple,200,account_deleted\n"
    let declared = try read(text, settings: SourceSettings(kind: .revocations)).summary
    #expect(declared.records == 0 && declared.rejected == 1, "\(declared.rejects)")
    #expect(try read(text).summary.records == 1)
    let mail = "recipient,sender,at,\(title)\na@example.com,b@example.com,1767225600,x\n"
    #expect(try read(mail, settings: SourceSettings(kind: .mail)).summary.rejected == 1)
    #expect(try read(mail).summary.records == 1)
  }

  /// A file of our own columns means the same whether its kind is said or seen.
  @Test func anOwnFileIsReadAsBefore() throws {
    let text =
      "uid,purpose,given_at,state,note,actor\nu1,p,1767225600,,n,admin\nu2,p,1767225600,withdrawn,,\n"
    let (seen, said) = (try read(text), try read(text, settings: SourceSettings(kind: .consents)))
    #expect(said.sink.consents.map(\.state) == [.given, .withdrawn])
    #expect(said.sink.records == seen.sink.records)
  }

  private static let call = #"{"uid":"u1","at":1767225600,"endpoint":"apple","http_status":200,"#

  /// Many clients log all of their calls alike: with tokens, Apple is called for more than to revoke them.
  @Test(
    arguments: [
      (#""request":{"method":"POST","path":"/auth/token"}"#, true),
      (#""http":{"url":"https://appleid.apple.com/auth/token"}"#, true),
      (#""uri":"/auth/token""#, true), (#""target":"https://appleid.apple.com/auth/keys""#, true),
      (#""request":"POST /auth/token HTTP/1.1""#, true),
      (#""request":{"path":"/auth/revoke"}"#, false), (#""uri":"https://appleid.apple.com/auth/revoke""#, false),
      (#""uri":"/account/delete""#, false), (#""note":"/auth/token""#, false),
      (#""uri":"/auth/token","outcome":"refreshed""#, false), (#""outcome":"Exchanged","uri":"/auth/token""#, false),
      (#""uri":"/auth/token","outcome":"revoked""#, true),
    ], [nil, EvidenceKind.revocations])
  func aCallToAnotherAddressIsNoRevocation(item: (field: String, isOther: Bool), kind: EvidenceKind?) throws {
    let summary = try read(Self.call + item.field + "}\n", settings: SourceSettings(kind: kind)).summary
    #expect(summary.kind == .revocations)
    #expect(summary.records == (item.isOther ? 0 : 1) && summary.rejected == (item.isOther ? 1 : 0), "\(item.field)")
    if item.isOther { #expect(summary.rejects.first?.reason.contains("another address of Apple's") == true) }
  }

  @Test(arguments: ["uri", "request.path", "http.url"], [nil, EvidenceKind.revocations])
  func theSameHoldsOfTables(title: String, kind: EvidenceKind?) throws {
    let rows = [("u1", "/auth/token"), ("u2", "/auth/revoke")].map { "\($0),1767225600,apple,200,\($1)\n" }
    let text = "uid,at,endpoint,http_status,\(title)\n" + rows.joined()
    let summary = try read(text, settings: SourceSettings(kind: kind)).summary
    #expect(summary.records == 1 && summary.rejects.map(\.locator) == ["line 2"], "\(summary.rejects)")
  }
}
