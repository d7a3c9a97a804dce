import AccountFixtures
import Evidence
import Foundation
import Testing

@testable import Intake

/// Values that once counted as if they were not there, in favour of whoever is audited.
@Suite struct StrictFieldTests {
  private func entry(_ payload: String) -> String {
    #"{"logName":"l","timestamp":"2026-10-01T00:00:00Z","insertId":"i","jsonPayload":\#(payload)}"# + "\n"
  }

  @Test(arguments: [
    ("\"refresh_token\"", TokenType.refreshToken), ("\"3\"", .authorizationCode), ("\"session_token\"", .unknown),
    ("\"\"", nil), ("null", nil),
  ])
  func anUnknownTokenTypeIsKept(text: String, expected: TokenType?) throws {
    let result = try read(
      entry(
        #"{"uid":"u1","url":"https://appleid.apple.com/auth/revoke","status":200,"token_type_hint":\#(text)}"#))
    guard case .revocation(let record)? = result.sink.records.first else {
      Issue.record("no revocation: \(result.summary.rejects)")
      return
    }
    #expect(record.tokenType == expected)
  }

  @Test(arguments: [
    ("{}", 1), (#"{"index":1}"#, 1), (#"{"index":"1"}"#, 1), (#"{"index":"first"}"#, nil), (#"{"index":-1}"#, nil),
  ])
  func theIndexOfAFailedDeletionIsANumber(error: String, deleted: Int?) throws {
    let result = try read(
      entry(
        #"{"methodName":"google.cloud.identitytoolkit.v1.AccountManagementService.BatchDeleteAccounts","request":{"localIds":["u1","u2"]},"response":{"errors":[\#(error)]}}"#
      ))
    #expect(result.sink.records.count == deleted ?? 0)
    #expect(result.summary.rejected == (deleted == nil ? 1 : 0))
    #expect(
      result.summary.rejects.allSatisfy {
        $0.reason.contains("`jsonPayload.response.errors[0].index`") || deleted != nil
      })
  }

  @Test func aHashThatIsNoneNamesNobodyElse() throws {
    let call = #""url":"https://appleid.apple.com/auth/revoke","status":200"#
    let alone = try read(entry(#"{"email_sha256":"abc",\#(call)}"#))
    #expect(alone.summary.rejects.first?.reason.contains("`email_sha256` is not 64 hexadecimal digits") == true)
    // Beside a better name it does no harm, and other entries are not looked at.
    #expect(try read(entry(#"{"uid":"u1","email_sha256":"abc",\#(call)}"#)).sink.records.count == 1)
    #expect(try read(entry(#"{"email_sha256":"abc","message":"hello"}"#)).summary.rejected == 0)
  }

  @Test(arguments: [("\"gdpr\"", true), ("\"CCPA\"", true), ("null", true), ("\"gpdr\"", false), ("7", false)])
  func aRegulationThatNobodyKnowsIsRejected(text: String, isRead: Bool) throws {
    let result = try read(
      #"{"regulation":\#(text),"subject_request_id":"r1","subject_request_type":"erasure","submitted_time":"2026-10-01T00:00:00Z","subject_identities":[{"identity_type":"controller_customer_id","identity_value":"u1","identity_format":"raw"}]}"#
        + "\n")
    #expect(result.sink.records.count == (isRead ? 1 : 0))
    #expect(result.summary.rejected == (isRead ? 0 : 1))
  }

  private func realm(_ attribute: String, providers: String = "[]") -> String {
    #"{"realm":"shop","sslRequired":"external","users":[{"id":"u1","username":"a","createdTimestamp":1767323045678,"attributes":{"is_private_email":\#(attribute)},"federatedIdentities":[{"identityProvider":"sso","userId":"x"}]}],"identityProviders":\#(providers)}"#
  }

  @Test(arguments: [
    (#"["true"]"#, true), (#"["1"]"#, true), (#"["false"]"#, false), ("[]", nil), (#"["maybe"]"#, nil), ("[true]", nil),
  ])
  func aClaimOfKeycloakIsTrueOrFalse(attribute: String, expected: Bool?) throws {
    let result = try read(realm(attribute))
    let isRejected = expected == nil && attribute != "[]"
    #expect(result.summary.rejected == (isRejected ? 1 : 0), "\(result.summary.rejects)")
    if !isRejected { #expect(result.sink.accounts.first?.isPrivateEmail == expected) }
  }

  @Test(arguments: [
    (#"[{"alias":"sso","providerId":"oidc"}]"#, 0), (#"[{"alias":"sso"}]"#, 1), ("[17]", 1),
    (#"[{"alias":"sso","providerId":["apple"]},{"alias":"b","providerId":"oidc"}]"#, 1),
    (#"{"alias":"sso","providerId":"apple"}"#, 1),
  ])
  func aProviderOfKeycloakThatCannotBeReadIsNamed(providers: String, rejected: Int64) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(realm("[]", providers: providers).utf8), as: "shop-realm.json")
    let source = Recogniser(options: Fixture.options).recognise(SourceFile(path: path, capturedAt: Fixture.asOf))
    var sink = Collector()
    let summary = try SourceReader(options: Fixture.options, sources: [source]).read(source, ordinal: 0, into: &sink)
    #expect(summary.rejected == rejected, "\(summary.rejects)")
    #expect(summary.records == 1)
    #expect(summary.rejects.allSatisfy { $0.locator == "identityProviders" })
  }

  /// Old versions of Keycloak leave out a list that is empty, and a file of users beside the realm's never has it.
  @Test(arguments: [
    ("shop-realm.json", #""sslRequired":"external","#), ("shop-users-0.json", ""),
    ("shop-realm.json", #""identityProviders":null,"sslRequired":"external","#),
  ])
  func aRealmMayHaveNoProviders(name: String, settings: String) throws {
    let folder = try TemporaryFolder()
    let user =
      #"{"id":"u1","username":"a","createdTimestamp":1767323045678,"#
      + #""federatedIdentities":[{"identityProvider":"apple","userId":"x"}]}"#
    let path = try folder.write(Array(#"{"realm":"shop",\#(settings)"users":[\#(user)]}"#.utf8), as: name)
    let source = Recogniser(options: Fixture.options).recognise(SourceFile(path: path, capturedAt: Fixture.asOf))
    var sink = Collector()
    let summary = try SourceReader(options: Fixture.options, sources: [source]).read(source, ordinal: 0, into: &sink)
    #expect(summary.rejected == 0, "\(summary.rejects)")
    #expect(sink.accounts.map { $0.credentials.map(\.provider) } == [["apple.com"]])
  }

  @Test(arguments: [("shop", 0), ("another", 1)])
  func aRealmMayHaveItsUsersInOtherFiles(realm: String, rejected: Int64) throws {
    let folder = try TemporaryFolder()
    let files = [
      "shop-realm.json":
        #"{"realm":"shop","sslRequired":"external","identityProviders":[{"alias":"sso","providerId":"apple"}]}"#,
      "shop-users-0.json":
        #"{"realm":"\#(realm)","users":[{"id":"u1","username":"a","#
        + #""federatedIdentities":[{"identityProvider":"sso","userId":"x"}]}]}"#,
    ]
    let recogniser = Recogniser(options: Fixture.options)
    let sources = try files.sorted { $0.key < $1.key }.map { name, text in
      recogniser.recognise(SourceFile(path: try folder.write(Array(text.utf8), as: name), capturedAt: Fixture.asOf))
    }
    let reader = SourceReader(options: Fixture.options, sources: sources)
    var sink = Collector()
    let summaries = try sources.enumerated().map { index, source in
      try reader.read(source, ordinal: index, into: &sink)
    }
    #expect(summaries.map(\.rejected) == [rejected, 0], "\(summaries.map(\.rejects))")
    #expect(sink.accounts.map { $0.credentials.map(\.provider) } == [[rejected == 0 ? "apple.com" : "oidc.sso"]])
  }

  @Test(arguments: [
    ("consent-revoked", 1, 0), ("account-delete", 1, 0), ("email-enabled", 1, 0), ("consent_revoked", 0, 1),
    ("x", 0, 1),
  ])
  func theTypeOfADecodedNotificationIsKnown(type: String, records: Int, rejected: Int64) throws {
    let result = try read(#"{"type":"\#(type)","sub":"s1","event_time":1790812800123,"jti":"j"}"# + "\n")
    #expect(result.sink.records.count == records)
    #expect(result.summary.rejected == rejected)
    #expect(result.summary.rejects.allSatisfy { $0.reason.contains("which is not one of") })
  }

  /// A header, claims and no signature: nothing is checked without keys.
  private func signed(_ events: String) -> String {
    func part(_ text: String) -> String {
      let base = Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      return String(base.prefix { $0 != "=" })
    }
    let claims = #"{"iss":"https://appleid.apple.com","aud":"a","iat":1790812800,"jti":"j","events":\#(events)}"#
    return #"{"payload":"\#(part(#"{"alg":"RS256","kid":"k"}"#)).\#(part(claims)).c2ln"}"# + "\n"
  }

  @Test func whatASignedNotificationSaysIsReadOrRefused() throws {
    let known = #"{"type":"email-enabled","sub":"s1","event_time":1790812800123,"is_private_email":"true"}"#
    #expect(try read(signed(known)).sink.records.count == 1)
    let malformed = try read(signed(known.replacing("\"true\"", with: "\"maybe\"")))
    #expect(malformed.summary.rejected == 1)
    // Apple may send types that this version does not know: they are counted, and are evidence of nothing.
    let other = try read(signed(known.replacing("email-enabled", with: "account-moved")))
    #expect(other.sink.records.isEmpty)
    #expect(other.summary.ignored == ["this version does not know the notification's type": 1])
  }
}
