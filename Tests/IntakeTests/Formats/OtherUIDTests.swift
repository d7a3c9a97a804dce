import Evidence
import Testing

@testable import Intake

/// A uid under another name beside columns that are ours.
@Suite struct OtherUIDTests {
  private static let texts = [
    "request_id,NAME,at,endpoint,http_status\n1,u1,1767225600,apple,200\n",
    #"{"request_id":"1","NAME":"u1","at":1767225600,"endpoint":"apple","http_status":200}"#,
    "NAME,email,purpose,given_at\nu1,a@example.com,link:phone,1767225600\n",
    "REQUEST_ID,NAME,AT,ENDPOINT,HTTP_STATUS\n1,u1,1767225600,apple,200\n",
  ]

  @Test(arguments: ["user_id", "userId", "USER_ID", "customer_id", "accountId"], texts)
  func itIsNotPassedOver(name: String, text: String) throws {
    let text = text.replacing("NAME", with: name)
    let summary = try read(text).summary
    #expect(summary.records == 0 && summary.rejected == 1)
    #expect(summary.rejects.first?.reason.lowercased().contains("`\(name.lowercased())` may be the uid") == true)
    var settings = SourceSettings(kind: text.contains("purpose") ? .consents : .revocations, columns: ["uid": name])
    #expect(try read(text, settings: settings).summary.records == 1)
    settings.columns = [:]
    settings.record.ignored = [name]
    #expect(try read(text, settings: settings).summary.records == 1)
  }

  @Test(arguments: ["user_name", "uid", "session_id", "user_agent"])
  func whatIsNoUidOrOursIsNoConcern(name: String) throws {
    #expect(try read(Self.texts[2].replacing("NAME", with: name)).summary.records == 1)
  }

  private static let links = [
    "id,NAME,provider,uid,linked_at\n1,u1,google.com,1000,1767225600\n",
    #"{"id":1,"NAME":"u1","provider":"google.com","uid":"1000","linked_at":1767225600}"#,
    "ID,NAME,Provider,UID,Linked_At\n1,u1,google.com,1000,1767225600\n",
  ]

  /// OmniAuth calls a provider's id of a person so.
  @Test(arguments: ["user_id", "account_id", "userId", "user"], links)
  func aProvidersUIDIsNotTakenForTheAccounts(name: String, text: String) throws {
    let text = text.replacing("NAME", with: name)
    let summary = try read(text).summary
    #expect(summary.records == 0 && summary.rejected == 1)
    #expect(summary.rejects.first?.reason.contains("may be the provider's id of the person") == true)
    func uids(_ adjust: (inout SourceSettings) -> Void) throws -> [String?] {
      var settings = SourceSettings(kind: .links)
      adjust(&settings)
      return try read(text, settings: settings).sink.records.map { record in
        if case .link(let link) = record { link.subject.uid } else { nil }
      }
    }
    #expect(try uids { $0.columns = ["uid": name] } == ["u1"])
    #expect(try uids { $0.columns = ["uid": "uid"] } == ["1000"])
    #expect(try uids { $0.record.ignored = [name] } == ["1000"])
    // An entry that says nothing of it is none.
    #expect(try uids { $0.columns = ["identifier": "id"] } == [])
  }

  @Test(arguments: ["user_agent", "username", "session_id", "identifier", "actor"])
  func ourOwnLinksAreAsTheyWere(name: String) throws {
    for text in Self.links { #expect(try read(text.replacing("NAME", with: name)).summary.records == 1, "\(name)") }
  }

  @Test func whomAppleNamesIsKnown() throws {
    let text = "user_id,apple_sub,purpose,given_at\n7,001.a.1,link:phone,1767225600\n"
    #expect(try read(text).summary.records == 1)
  }
}
