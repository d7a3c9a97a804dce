import Evidence
import Intake
import Testing

/// JSON lists: none of their values is left out without a word.
@Suite struct ListedValueTests {
  private static func settings(
    _ purpose: String, values: [String: String]? = nil, ignored: [String] = []
  ) -> SourceSettings {
    var settings = SourceSettings(kind: .consents, columns: ["uid": "who", "given_at": "at", "purpose": purpose])
    settings.record.values = values.map { ["purpose": $0] } ?? [:]
    settings.record.ignored = ignored
    return settings
  }

  private func consents(_ purposes: String, _ settings: SourceSettings) throws -> (purposes: [String], why: String?) {
    let result = try read(#"{"who":"u","at":1767225600,"data":{"purposes":\#(purposes)}}"#, settings: settings)
    return (result.sink.consents.map(\.purpose), result.summary.rejects.first?.reason)
  }

  @Test(arguments: [
    (#"["Phone","email"]"#, #"["phone","email"]"#), (#"["phone"]"#, "phone"), (#"["phone",null]"#, "phone"),
    (#"["phone",7]"#, #"["phone","7"]"#), (#""phone""#, "phone"),
  ])
  func aListIsReadAsOneInACellIs(list: String, purpose: String) throws {
    #expect(try consents(list, Self.settings("data.purposes")).purposes == [purpose])
  }

  @Test func eachOfItsValuesHasAMeaning() throws {
    let values = ["phone": "link:phone", "mail, news": "news", "old": ""]
    let settings = Self.settings("data.purposes", values: values)
    #expect(try consents(#"["phone","mail, news","old"]"#, settings).purposes == [#"["link:phone","news"]"#])
    #expect(try consents(#"["phone","other"]"#, settings).why?.contains("`other`, whose meaning") == true)
  }

  private func consents(
    inCell cell: String, values: [String: String]
  ) throws -> (purposes: [String], why: String?) {
    let text = "who,at,purposes\nu,1767225600,\"\(cell.replacing("\"", with: "\"\""))\"\n"
    let result = try read(text, settings: Self.settings("purposes", values: values))
    return (result.sink.consents.map(\.purpose), result.summary.rejects.first?.reason)
  }

  @Test(arguments: ["phone;old;mail", "{phone,mail}", #"["phone", "mail"]"#, "phone | mail"])
  func eachValueOfAListInACellHasAMeaning(cell: String) throws {
    let values = ["phone": "link:phone", "mail": "link:email", "old": ""]
    #expect(try consents(inCell: cell, values: values).purposes == [#"["link:phone","link:email"]"#])
    #expect(try consents(inCell: cell + ";other", values: values).why?.contains("`other`, whose meaning") == true)
  }

  @Test(arguments: [#"["a,b"]"#, #"{"a,b"}"#, "a,b"]) func aMarkWithinQuotesPartsNothing(cell: String) throws {
    let values = ["a": "link:phone", "b": "link:email", "a,b": "news"]
    #expect(try consents(inCell: cell, values: values).purposes == ["news"])
  }

  @Test(arguments: [
    (#"["phone",{"a":1}]"#, "is not text"), (#"["phone",true]"#, "is not text"), ("[]", "is missing"),
    (#"["phone","mail, news"]"#, "has one of the marks between purposes"),
  ])
  func whatIsNoPurposeIsRejected(list: String, reason: String) throws {
    let result = try consents(list, Self.settings("data.purposes"))
    #expect(result.purposes == [] && result.why?.contains(reason) == true, "\(result)")
  }

  @Test func anElementBesideOthersIsNotReadAlone() throws {
    let first = Self.settings("data.purposes.0")
    let result = try consents(#"["news","phone"]"#, first)
    #expect(result.purposes == [])
    #expect(result.why?.contains("`data.purposes` holds several values") == true, "\(result)")
    #expect(result.why?.contains("map `data.purposes` to read all") == true, "\(result)")
    #expect(try consents(#"["phone"]"#, first).purposes == ["phone"])
    let ignoring = Self.settings("data.purposes.0", ignored: ["data.purposes"])
    #expect(try consents(#"["news","phone"]"#, ignoring).purposes == ["news"])
    let objects = try consents(#"[{"name":"news"},{"name":"phone"}]"#, Self.settings("data.purposes.0.name"))
    #expect(objects.why?.contains("write a record for each") == true, "\(objects)")
    let table = "who,at,purposes\nu,1767225600,\"[\"\"news\"\",\"\"phone\"\"]\"\n"
    #expect(try read(table, settings: Self.settings("purposes.0")).summary.rejected == 1)
    #expect(try read(table, settings: Self.settings("purposes")).sink.consents.map(\.purpose) == [#"["news","phone"]"#])
  }

  /// A retry, a second person or a second identity would be missed.
  @Test(arguments: [
    (EvidenceKind.revocations, ["at": "at", "uid": "uid", "http_status": "list.0.v"], "200", "500"),
    (.links, ["linked_at": "at", "uid": "uid", "provider": "list.0.v"], #""google.com""#, #""phone""#),
    (.deletions, ["requested_at": "at", "request_id": "at", "uid": "list.0.v"], #""u1""#, #""u2""#),
    (.accountDeletions, ["deleted_at": "at", "email": "list.0.v"], #""a@example.com""#, #""b@example.com""#),
  ])
  func anythingBesideAnElementIsToldOf(
    kind: EvidenceKind, columns: [String: String], first: String, second: String
  ) throws {
    var settings = SourceSettings(kind: kind, columns: columns)
    func summary(_ list: String) throws -> SourceSummary {
      try read(#"{"uid":"u0","at":1767225600,"list":[\#(list)]}"#, settings: settings).summary
    }
    let several = #"{"v":\#(first)},{"v":\#(second)}"#
    let reason = try summary(several).rejects.first?.reason
    #expect(reason?.contains("`list` holds several values, and `list.0.v` (our ") == true, "\(reason ?? "")")
    #expect(reason?.contains("write a record for each, or list `list` under `ignore`") == true)
    #expect(try summary(#"{"v":\#(first)}"#).records == 1)
    settings.record.ignored = ["list"]
    #expect(try summary(several).records == 1)
  }

  /// What is only shown may be one of several.
  @Test func aShownValueMayBeOneOfSeveral() throws {
    let settings = SourceSettings(kind: .consents, columns: ["method": "screens.0"])
    let text = #"{"uid":"u1","purpose":"p","given_at":1767225600,"screens":["a","b"]}"#
    #expect(try read(text, settings: settings).summary.records == 1)
  }

  @Test(arguments: ["mail.destination", "mail.destination.0"])
  func aMailToSeveralIsRejected(path: String) throws {
    let settings = SourceSettings(kind: .mail, columns: ["recipient": path, "at": "ts", "sender": "mail.source"])
    func mail(_ list: String) throws -> SourceSummary {
      try read(
        #"{"ts":1767225600,"mail":{"source":"news@example.com","destination":\#(list)}}"#, settings: settings
      ).summary
    }
    #expect(try mail(#"["a@privaterelay.appleid.com"]"#).records == 1)
    let several = try mail(#"["a@example.com","b@privaterelay.appleid.com"]"#)
    #expect(several.rejects.first?.reason.contains("write a record for each") == true, "\(several.rejects)")
  }
}
