import Evidence
import Intake
import Testing
import Timestamps

@Suite struct MappingTests {
  private static let time = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01

  private func settings(_ kind: EvidenceKind, _ columns: [String: String] = [:]) -> SourceSettings {
    SourceSettings(kind: kind, columns: columns)
  }

  private func revocations(_ result: Result) -> [RevocationRecord] {
    result.sink.records.compactMap { if case .revocation(let record) = $0 { record } else { nil } }
  }

  // MARK: - Fields

  @Test(arguments: [
    #"{"ctx":{"user":{"id":"u1"}},"ts":"2026-01-01T00:00:00Z"}"#,
    #"{"ctx.user.id":"u1","ts":"2026-01-01T00:00:00Z"}"#,
    #"{"CTX":{"user.id":"u1"},"Ts":"2026-01-01T00:00:00Z"}"#,
    #"{"ctx":"{\"user\":{\"id\":\"u1\"}}","ts":"2026-01-01T00:00:00Z"}"#,
    #"{"ctx":{"user":{"id":["u1"]}},"ts":"2026-01-01T00:00:00Z"}"#,
    #"[{"ctx":{"user":{"id":"u1"}},"ts":"2026-01-01T00:00:00Z"}]"#,
    "[{\"ctx\":{\"user\":{\"id\":\"u1\"}},\n \"ts\":\"2026-01-01T00:00:00Z\"}\n]\n",
    "TS;ctx\n2026-01-01T00:00:00Z;\"{\"\"user\"\":{\"\"id\"\":\"\"u1\"\"}}\"\n",
    "ts|CTX.user.id\n2026-01-01T00:00:00Z|u1\n", "ts\tctx.user.id\n2026-01-01T00:00:00Z\tu1\n",
  ])
  func dotsGoIntoObjects(text: String) throws {
    let result = try read(text, settings: settings(.revocations, ["uid": "ctx.user.id", "at": "ts"]))
    #expect(revocations(result).map(\.subject.uid) == ["u1"], "\(result.summary.rejects)")
    #expect(revocations(result).map(\.at) == [Self.time])
  }

  @Test func aNumberChoosesAnElement() throws {
    let text = #"{"ids":[{"v":"no"},{"v":"u1"}],"at":1767225600}"#
    var settings = settings(.revocations, ["uid": "ids.1.v"])
    settings.record.ignored = ["ids"]
    let result = try read(text, settings: settings)
    #expect(revocations(result).map(\.subject.uid) == ["u1"])
  }

  @Test func ourOwnNamesMatchInAnyCase() throws {
    let result = try read("UID,Purpose,GIVEN_AT\nu1,p,1767225600\n")
    #expect(result.sink.consents.map(\.subject.uid) == ["u1"])
    let json = try read(#"{"Uid":"u1","Purpose":"p","Given_At":1767225600,"Withdrawn_At":1767225601}"#)
    #expect(json.sink.consents.map(\.withdrawnAt) == [Self.time + TimeSpan(milliseconds: 1000)])
  }

  /// A `status` that is not ours, such as that of an answer.
  @Test(arguments: [
    #"{"uid":"u1","request_id":"r","requested_at":1767225600,"status":200}"#,
    "uid,request_id,requested_at,Status\nu1,r,1767225600,200\n",
  ])
  func whatIsIgnoredIsNotReadAsOurs(text: String) throws {
    var settings = settings(.deletions)
    settings.record.ignored = ["status"]
    let result = try read(text, settings: settings)
    #expect(result.summary.records == 1 && result.summary.undecided.isEmpty, "\(result.summary.rejects)")
    settings.record.ignored = ["note"]
    #expect(try read(text, settings: settings).summary.rejected == 1)
  }

  @Test func twoColumnsForOneNameAreRefused() throws {
    let table = try read("Email,EMAIL,purpose,given_at\na,b,p,1767225600\n", settings: settings(.consents))
    #expect(table.summary.fileError?.contains("`Email` and `EMAIL`") == true)
    let json = try read(
      #"{"Who":"a","WHO":"b","purpose":"p","given_at":1767225600}"#, settings: settings(.consents, ["uid": "who"]))
    #expect(json.summary.rejects.map(\.reason).first?.contains("`who` occurs twice in the record") == true)
    // One that matches exactly is meant.
    let exact = try read(
      #"{"who":"a","WHO":"b","purpose":"p","given_at":1767225600}"#, settings: settings(.consents, ["uid": "who"]))
    #expect(exact.sink.consents.map(\.subject.uid) == ["a"])
  }

  @Test func aColumnThatIsNotThereRejectsTheTable() throws {
    var settings = settings(.consents, ["uid": "customer"])
    settings.record.places = ["columns.uid": "relay-audit.yaml:7"]
    let result = try read("who,purpose,given_at\nu,p,1767225600\n", settings: settings)
    #expect(
      result.summary.fileError
        == "the header has no column `customer`, which the configuration maps to `uid` (relay-audit.yaml:7)")
  }

  @Test func otherColumnsAreKeptAsDetail() throws {
    let text = #"{"who":"u","purpose":"p","given_at":1767225600,"banner":"b","id_token":"x","weight":1.5}"#
    let result = try read(text, settings: settings(.consents, ["uid": "who"]))
    #expect(result.sink.consents.map(\.detail) == [["banner": "b", "weight": "1.5"]])
    #expect(result.summary.columnsIgnored == ["banner", "id_token", "weight"])
  }

  @Test func otherFormatsOfOursAreMappedAsWell() throws {
    let mail = try read(
      "to,from,when,what\nr@privaterelay.appleid.com,a@example.com,2026-01-01 00:00:00+00,ok\n",
      settings: {
        var settings = settings(.mail, ["recipient": "to", "sender": "from", "at": "when", "outcome": "what"])
        settings.record.values = ["outcome": ["ok": "delivered"]]
        return settings
      }())
    #expect(mail.summary.rejects.isEmpty)
    guard case .mail(let record)? = mail.sink.records.first else {
      Issue.record("\(mail.sink.records.first as Any)")
      return
    }
    #expect(record.outcome == .delivered)
    #expect(record.at == Self.time)
    let notice = try read(
      #"{"id":"j","claims":{"type":"consent-revoked","sub":"s","event_time":1767225600000}}"#,
      settings: settings(.notifications, ["jti": "id", "events": "claims"]))
    #expect(notice.summary.records == 1, "\(notice.summary.rejects)")
  }

  // MARK: - Choosing

  @Test func whereSkipsAndCounts() throws {
    var settings = settings(.revocations)
    settings.constants = ["endpoint": "apple"]
    settings.record.filters = ["MSG": ["apple token revoked"], "code": ["200", ""]]
    let text = """
      {"msg":"apple token revoked","uid":"a","at":1767225600,"code":200}
      {"msg":"apple token revoked","uid":"b","at":1767225600}
      {"msg":"apple token revoked","uid":"c","at":1767225600,"code":500}
      {"msg":"account_deleted","uid":"d","at":"no time at all"}
      {"uid":"e","at":1767225600,"code":200}
      {"msg":"Apple token revoked","uid":"f","at":1767225600,"code":200}

      """
    let result = try read(text, settings: settings)
    #expect(revocations(result).map(\.subject.uid) == ["a", "b"])
    #expect(result.summary.skipped == 4)
    #expect(result.summary.rejected == 0)
    let table = "msg,uid,at,code\napple token revoked,a,1767225600,200\nother,b,,\n"
    #expect(try read(table, settings: settings).summary.skipped == 1)
  }

  @Test func whereNeedsItsColumn() throws {
    var settings = settings(.revocations)
    settings.record.filters = ["mgs": ["x"]]
    #expect(
      try read("uid,at,msg\nu,1767225600,x\n", settings: settings).summary.fileError?.contains("no column `mgs`")
        == true)
    let json = try read(#"{"uid":"u","at":1767225600,"msg":"x"}"#, settings: settings)
    #expect(json.summary.mappingUse?.found.contains("where.mgs") == false)
    #expect(json.summary.skipped == 1)
  }

  // MARK: - Values

  @Test func valuesAreMappedOrRejected() throws {
    var settings = settings(.consents, ["state": "granted"])
    settings.record.values = ["state": ["Y": "given", "N": "refused", "": "unknown", "old": ""]]
    let rows = ["Y", "N", "", "old", "withdrawn", "yes", "a@example.com"]
    let text = "uid,purpose,given_at,granted\n" + rows.map { "u,p,1767225600,\($0)\n" }.joined()
    let result = try read(text, settings: settings)
    #expect(result.sink.consents.map(\.state) == [.given, .refused, .unknown, .given, .withdrawn])
    #expect(result.summary.rejects.map(\.locator) == ["line 7", "line 8"])
    for part in ["`granted` (our `state`)", "`yes`", "`N`, `Y`", "`withdrawn`"] {
      #expect(result.summary.rejects[0].reason.contains(part), "\(part)")
    }
    #expect(result.summary.rejects[1].reason.contains("`a…@example.com`"))
  }

  @Test func theCaseOfAValueMakesNoDifference() throws {
    var settings = settings(.consents, ["state": "granted"])
    settings.record.values = ["state": ["Yes": "given", "NO": "refused"]]
    let rows = ["Yes", "YES", "yes", "no", "No"]
    let table = "uid,purpose,given_at,granted\n" + rows.map { "u,p,1767225600,\($0)\n" }.joined()
    let json = rows.map { #"{"uid":"u","purpose":"p","given_at":1767225600,"granted":" \#($0)"}"# + "\n" }.joined()
    for text in [table, json] {
      let result = try read(text, settings: settings)
      #expect(result.sink.consents.map(\.state) == [.given, .given, .given, .refused, .refused])
      #expect(result.summary.mappingUse?.unusedValues["state"] == [])
    }
  }

  @Test func booleansOfJSONAreValuesToo() throws {
    var settings = settings(.consents, ["state": "granted"])
    settings.record.values = ["state": ["true": "given", "false": "refused", "1": "given"]]
    let text = [true, false].map { #"{"uid":"u","purpose":"p","given_at":1767225600,"granted":\#($0)}"# + "\n" }
    let number = #"{"uid":"u","purpose":"p","given_at":1767225600,"granted":1}"#
    let result = try read(text.joined() + number, settings: settings)
    #expect(result.sink.consents.map(\.state) == [.given, .refused, .given])
  }

  @Test func aValueOfOursIsNeededWhereNoneIsMapped() throws {
    let result = try read(
      "uid,request_id,requested_at,status\nu,r,1767225600,Completed\nu,s,1767225600,done\n",
      settings: settings(.deletions))
    #expect(result.summary.records == 1)
    #expect(result.summary.rejects.first?.reason.contains("`done`") == true)
  }

  @Test func aFreeTextWithAMapHasToBeInIt() throws {
    var settings = settings(.consents)
    settings.record.values = ["purpose": ["Marketing": "link:email"]]
    let result = try read(
      "uid,purpose,given_at\nu,Marketing,1767225600\nu,Other,1767225600\n", settings: settings)
    #expect(result.sink.consents.map(\.purpose) == ["link:email"])
    #expect(result.summary.rejects.first?.reason.contains("which knows `Marketing`") == true)
  }

  // MARK: - What was understood

  @Test func showsThreeRecordsMasked() throws {
    let lines = (1...5).map { #"{"who":"u\#($0)","mail":"anna@example.com","purpose":"p","given_at":1767225600}"# }
    let result = try read(
      lines.joined(separator: "\n"), settings: settings(.consents, ["uid": "who", "email": "mail"]))
    #expect(result.summary.examples.map(\.locator) == ["line 1", "line 2", "line 3"])
    let fields = result.summary.examples.first?.fields.map { "\($0.name)=\($0.value)" }
    #expect(fields == ["uid=u1", "email=a…@example.com", "purpose=p", "given_at=2026-01-01T00:00:00.000Z"])
    #expect(try read("uid,purpose,given_at\nu,p,1767225600\n").summary.examples.isEmpty)
  }
}
