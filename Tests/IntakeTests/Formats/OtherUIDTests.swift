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

  @Test func whomAppleNamesIsKnown() throws {
    let text = "user_id,apple_sub,purpose,given_at\n7,001.a.1,link:phone,1767225600\n"
    #expect(try read(text).summary.records == 1)
  }
}
