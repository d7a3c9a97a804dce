import Evidence
import Intake
import Testing
import Timestamps

/// Values in JSON that a text or a cell holds: what cannot be read is rejected, never taken for absent.
@Suite struct NestedValueTests {
  private static let settings = SourceSettings(kind: .consents, columns: ["uid": "who", "state": "payload.state"])

  /// A consent whose `payload` is this text, as CSV and as NDJSON.
  private static func files(_ payload: String) -> [String] {
    let quoted = payload.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [
      "who,purpose,given_at,payload\nu1,p,1767225600,\"\(payload.replacing("\"", with: "\"\""))\"\n",
      #"{"who":"u1","purpose":"p","given_at":1767225600,"payload":"\#(quoted)"}"# + "\n",
    ]
  }

  @Test(arguments: [
    (#"{"state":"refused""#, "`payload` holds JSON that is broken or cut short"),
    (#"{"state":"refu"#, "`payload` holds JSON that is broken or cut short"),
    (#"{"state":"given"}{"state":"refused"}"#, "`payload` holds JSON that is broken or cut short"),
    (#"[{"state":"refused"}"#, "`payload` holds JSON that is broken or cut short"),
    ("refused", "`payload` holds no object; correct the path"), ("0", "`payload` holds no object; correct the path"),
    ("false", "`payload` holds no object"), (#""refused""#, "`payload` holds no object"),
    (#"[{"state":"refused"}]"#, "`payload` holds a list; choose an element by its number, as in `payload.0`"),
  ])
  func whatCannotBeReadIsRejected(payload: String, reason: String) throws {
    for text in Self.files(payload) {
      let result = try read(text, settings: Self.settings)
      #expect(result.sink.consents.isEmpty && result.summary.rejected == 1, "\(text)")
      let told = try #require(result.summary.rejects.first?.reason)
      #expect(told.hasPrefix("`payload.state` (our `state`) cannot be read: \(reason)"), "\(told)")
    }
  }

  /// A list may hold what ends a record beside what it is chosen for.
  @Test func aListIsChosenForOneOfItsValues() throws {
    var settings = SourceSettings(kind: .consents)
    settings.record.filters = ["tags": ["sms"]]
    func summary(_ tags: String) throws -> SourceSummary {
      try read(#"{"uid":"u1","purpose":"p","given_at":1767225600,"tags":\#(tags)}"#, settings: settings).summary
    }
    #expect(try summary(#"["sms","ios"]"#).records == 1)
    #expect(try summary(#"["ios","android"]"#).skipped == 1)
    #expect(try summary(#"["sms","withdrawn"]"#).rejects.first?.reason.contains("has `withdrawn` as well") == true)
  }

  /// Kafka's topics have `null` for a row that was deleted.
  @Test func aTombstoneIsLeftOutByAFilter() throws {
    let text = #"{"op":"c","after":{"uid":"u1","purpose":"p","given_at":1767225600}}"# + "\nnull\n"
    var settings = SourceSettings(
      kind: .consents, columns: ["uid": "after.uid", "purpose": "after.purpose", "given_at": "after.given_at"])
    settings.record.filters = ["op": ["c", ""]]
    #expect(try read(text, settings: settings).summary.rejected == 1)
    settings.record.filters = ["op": ["c"]]
    let summary = try read(text, settings: settings).summary
    #expect((summary.records, summary.rejected, summary.skipped) == (1, 0, 1))
  }

  @Test(arguments: ["", " ", "null", "{}", #"{"other":"refused"}"#, #"{"state":null}"#, #"{"state":""}"#, "[]"])
  func whatIsNotThereIsAbsent(payload: String) throws {
    for text in Self.files(payload) {
      var settings = Self.settings
      settings.record.values = ["state": ["": "requested"]]
      let result = try read(text, settings: settings)
      #expect(result.sink.consents.map(\.state) == [.requested], "\(text) \(result.summary.rejects)")
      // A column of theirs that has no answer is no consent.
      let unsaid = try read(text, settings: Self.settings)
      #expect(unsaid.sink.consents.isEmpty)
      #expect(unsaid.summary.rejects.first?.reason.contains("is empty, which is no answer") == true)
    }
  }

  /// Databases print an absent value in several ways, which mean the same.
  @Test(arguments: ["", "NULL", "\\N"])
  func theKeyOfAnAbsentValueIsForWhatDatabasesPrint(cell: String) throws {
    var settings = SourceSettings(kind: .consents, columns: ["state": "granted"])
    let text = "uid,purpose,given_at,granted\nu1,p,1767225600,\(cell)\nu2,p,1767225600,1\n"
    settings.record.values = ["state": ["1": "given", "": "refused"]]
    #expect(try read(text, settings: settings).sink.consents.map(\.state) == [.refused, .given])
    // One that is named has its own meaning.
    settings.record.values = ["state": ["1": "given", "": "refused", "NULL": "requested", "\\N": "requested"]]
    let named = try read(text, settings: settings).sink.consents.map(\.state)
    #expect(named == [cell.isEmpty ? .refused : .requested, .given])
    let links = "uid,provider,linked_at,act\nu1,phone,1767225600,\(cell)\n"
    settings = SourceSettings(kind: .links, columns: ["action": "act"])
    settings.record.values = ["action": ["1": "link", "": "unlink"]]
    let actions: [LinkAction] = try read(links, settings: settings).sink.records.compactMap {
      if case .link(let link) = $0 { link.action } else { nil }
    }
    #expect(actions == [.unlink])
  }

  /// A column named as ours is theirs where the configuration says so.
  @Test(
    arguments: [
      (["uid": "user_id", "state": "state"], [:], 0), (["uid": "user_id"], ["given": "given"], 0),
      (["uid": "user_id"], ["given": "given", "": "unknown"], 1), (["uid": "user_id"], [:], 1),
    ] as [([String: String], [String: String], Int64)])
  func anEmptyAnswerInAColumnOfOurNameIsNoConsent(columns: [String: String], values: [String: String], used: Int64)
    throws
  {
    var settings = SourceSettings(kind: .consents, columns: columns)
    if !values.isEmpty { settings.record.values = ["state": values] }
    for text in [
      "user_id,purpose,given_at,state\nu1,p,1767225600,\n",
      #"{"user_id":"u1","purpose":"p","given_at":1767225600,"state":null}"# + "\n",
    ] {
      let summary = try read(text, settings: settings).summary
      #expect(summary.records == used, "\(text) \(summary.rejects)")
      #expect(summary.rejected == 1 - used)
    }
  }

  @Test func whatIsThereIsRead() throws {
    for text in Self.files(#"{"state":"refused"}"#) + Self.files(#"{"STATE":["refused"]}"#) {
      #expect(try read(text, settings: Self.settings).sink.consents.map(\.state) == [.refused], "\(text)")
    }
    // A JSON text whose text is JSON again.
    for text in Self.files(#""{\"state\":\"refused\"}""#) {
      #expect(try read(text, settings: Self.settings).sink.consents.map(\.state) == [.refused], "\(text)")
    }
  }

  /// As MongoDB's tools export in canonical form.
  @Test(arguments: ["$numberInt", "$numberLong", "$oid"])
  func aValueUnderItsTypeIsThatValue(type: String) throws {
    let wrapped = #"{"\#(type)":"200"}"#
    let text = #"{"uid":\#(wrapped),"at":{"$date":{"$numberLong":"1767225600000"}},"res":{"status":\#(wrapped)}}"#
    let settings = SourceSettings(kind: .revocations, columns: ["http_status": "res.status"])
    let result = try read(text, settings: settings)
    guard case .revocation(let record)? = result.sink.records.first else {
      Issue.record("\(result.summary.rejects)")
      return
    }
    #expect(record.subject.uid == "200" && record.httpStatus == 200 && record.at.milliseconds == 1_767_225_600_000)
    let other = text.replacing(#""200"}"#, with: #""200","x":1}"#)
    #expect(try read(other, settings: settings).summary.rejected == 1)
  }

  @Test(arguments: [
    (#""payload":7"#, "`payload` holds no object"), (#""payload":true"#, "`payload` holds no object"),
    (#""payload":[{"state":"refused"}]"#, "`payload` holds a list"),
    (#""payload":{"inner":"{\"state\":"}"#, "`payload.inner` holds JSON that is broken"),
    (#""payload":{"inner":"refused"}"#, "`payload.inner` holds no object"),
  ])
  func theStepThatFailsIsNamed(field: String, reason: String) throws {
    var settings = Self.settings
    if field.contains("inner") { settings.columns["state"] = "payload.inner.state" }
    let result = try read(#"{"who":"u1","purpose":"p","given_at":1767225600,\#(field)}"#, settings: settings)
    #expect(result.sink.consents.isEmpty)
    #expect(result.summary.rejects.first?.reason.contains(reason) == true, "\(result.summary.rejects)")
  }

  /// A key with dots, or one that shares its beginning, may lead there all the same.
  @Test func anotherKeyMayLeadThere() throws {
    var settings = Self.settings
    settings.columns["state"] = "a.b.c"
    let text = #"{"who":"u1","purpose":"p","given_at":1767225600,"a.b":"x","a":{"b":{"c":"refused"}}}"#
    #expect(try read(text, settings: settings).sink.consents.map(\.state) == [.refused])
  }

  @Test func whatChoosesIsReadAsWell() throws {
    var settings = SourceSettings(kind: .consents, columns: ["uid": "who"])
    settings.record.filters = ["payload.kind": ["consent"]]
    for text in Self.files(#"{"kind":"consent""#) {
      let reason = try #require(try read(text, settings: settings).summary.rejects.first?.reason)
      #expect(reason.hasPrefix("`payload.kind` (in `where`) cannot be read: `payload` holds JSON that is broken"))
    }
    // A text that is no JSON is not what `where` names, and a record that another filter excludes needs no more.
    for text in Self.files("started") { #expect(try read(text, settings: settings).summary.skipped == 1) }
    settings.record.filters["purpose"] = ["other"]
    for text in Self.files(#"{"kind":"consent""#) { #expect(try read(text, settings: settings).summary.skipped == 1) }
    // An absent value is asked for, and nobody knows whether it is.
    settings.record.filters = ["payload.deleted": [""]]
    for text in Self.files("started") { #expect(try read(text, settings: settings).summary.rejected == 1) }
  }
}
