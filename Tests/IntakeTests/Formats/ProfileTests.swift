import AccountFixtures
import Evidence
import Intake
import Testing

/// Names, claims, first addresses and e-mail factors: what identifies a person besides credentials.
@Suite struct ProfileTests {
  private func account(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> AccountRecord {
    let result = try read(text)
    #expect(result.summary.rejects.isEmpty, sourceLocation: sourceLocation)
    return try #require(result.sink.accounts.first, sourceLocation: sourceLocation)
  }

  @Test func identityToolkitHasAllOfIt() throws {
    let found = try account(
      #"""
      {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"u1","lastLoginAt":"1770000000000",
       "displayName":" Jo Example ","initialEmail":"jo@example.com",
       "mfaInfo":[{"mfaEnrollmentId":"m","emailInfo":{"emailAddress":"second@example.com"}},{"phoneInfo":"+15550100"}],
       "customAttributes":"{\"role\":\"admin\",\"contact\":\"a@example.com\",\"phones\":[\"+1 555 0101\",7],\"nested\":{\"mobile\":5550102}}",
       "providerUserInfo":[{"providerId":"google.com","rawId":"g","displayName":"Jo G"}]}]}
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.initialEmail == "jo@example.com")
    #expect(found.secondFactorEmails == ["second@example.com"])
    #expect(found.secondFactorPhones == ["+15550100"])
    #expect(found.claims == ["contact=a@example.com", "phones=+1 555 0101", "nested.mobile=5550102"])
    #expect(found.credentials.map(\.displayName) == ["Jo G"])
  }

  @Test func oneAccountsProfileIsNotTheNexts() throws {
    let result = try read(
      #"""
      {"users":[{"localId":"u1","displayName":"Jo","initialEmail":"a@example.com","createdAt":"1770000000000",
       "customAttributes":"{\"contact\":\"a@example.com\"}","mfaInfo":[{"emailInfo":{"emailAddress":"b@example.com"}}]},
      {"localId":"u2","createdAt":"1770000000000"}]}
      """#)
    let last = try #require(result.sink.accounts.last)
    #expect(last.uid == "u2")
    #expect(last.displayName == nil && last.initialEmail == nil)
    #expect(last.secondFactorEmails.isEmpty && last.claims.isEmpty)
  }

  @Test(arguments: ["7", "null", "[]", #""a\u0000b""#])
  func whatIsNoNameMakesNoAccountMalformed(value: String) throws {
    let found = try account(
      #"{"users":[{"localId":"u1","createdAt":"1770000000000","displayName":\#(value),"initialEmail":\#(value)}]}"#)
    #expect(found.displayName == nil && found.initialEmail == nil)
  }

  @Test(arguments: [
    #""{broken""#, #""[]""#, #""{\"a\":\"@b.c\",\"b\":\"a@b\",\"c\":\"12345678\",\"d\":\"a b@example.com\"}""#,
  ])
  func claimsWithoutContactsSayNothing(value: String) throws {
    let found = try account(
      #"{"users":[{"localId":"u1","createdAt":"1770000000000","customAttributes":\#(value)}]}"#)
    #expect(found.claims.isEmpty)
  }

  @Test func firebaseRowsHaveNamesAndClaims() throws {
    let found = try account(
      "u1,r1@example.com,true,,,Jo Example,,g-1,g@example.com,Jo G,,,,,,,,,,,,,,1770000000000,1770000000000,,false,"
        + "\"{\"\"contact\"\":\"\"a@example.com\"\"}\",\n")
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["contact=a@example.com"])
    #expect(found.credentials.map(\.displayName) == ["Jo G"])
  }

  @Test func theAdminSDKHasClaimsAsObjects() throws {
    let found = try account(
      #"""
      {"users":[{"uid":"u1","metadata":{},"displayName":"Jo Example","customClaims":{"profile":{"mail":"a@example.com"}},
       "providerData":[{"providerId":"google.com","uid":"g","displayName":"Jo G"}]}]}
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["profile.mail=a@example.com"])
    #expect(found.credentials.map(\.displayName) == ["Jo G"])
  }

  @Test func auth0FillsNamesWithTheAddress() throws {
    let found = try account(
      #"""
      {"user_id":"apple|001234.0123456789abcdef0123456789abcdef.0123","email":"r1@privaterelay.appleid.com",
       "name":"r1@privaterelay.appleid.com","nickname":"r1","given_name":"Jo","family_name":"Example","logins_count":1,
       "user_metadata":{"phone":"+15550100"},"app_metadata":{"crm":{"email":"a@example.com"}},
       "identities":[{"connection":"apple","user_id":"001234.0123456789abcdef0123456789abcdef.0123","provider":"apple"},
        {"connection":"google-oauth2","user_id":"1","provider":"google-oauth2","profileData":{"name":"Jo G"}}]}
      """#.replacing("\n", with: "") + "\n")
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["phone=+15550100", "crm.email=a@example.com"])
    #expect(found.credentials.map(\.displayName) == [nil, "Jo G"])
  }

  @Test func cognitoHasThemAmongTheAttributes() throws {
    let found = try account(
      #"""
      {"Users":[{"Username":"u","UserCreateDate":1682955829.5,"UserStatus":"CONFIRMED","Attributes":[
       {"Name":"sub","Value":"s1"},{"Name":"given_name","Value":"Jo"},{"Name":"family_name","Value":"Example"},
       {"Name":"custom:backup","Value":"a@example.com"},{"Name":"custom:plan","Value":"pro"}]}]}
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["custom:backup=a@example.com"])
  }

  @Test func keycloakHasNamesAndAttributes() throws {
    let found = try account(
      #"""
      [{"id":"k1","username":"r1@private.icloud.com","email":"r1@private.icloud.com","createdTimestamp":1767323045678,
       "firstName":"Jo","lastName":"Example","attributes":{"backup":["a@example.com"],"locale":["en"]},
       "federatedIdentities":[]}]
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["backup=a@example.com"])
  }

  @Test func oktaHasThemInTheProfile() throws {
    let found = try account(
      #"""
      [{"id":"00u1","status":"ACTIVE","created":"2026-01-01T00:00:00Z","credentials":{},
       "profile":{"login":"other@example.com","email":"r1@privaterelay.appleid.com","firstName":"Jo","lastName":"Example",
        "secondEmail":"a@example.com"}}]
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["login=other@example.com", "secondEmail=a@example.com"])
  }

  @Test func supabaseHasThemInMetadata() throws {
    let found = try account(
      #"""
      [{"id":"1","aud":"authenticated","email":"r1@privaterelay.appleid.com","created_at":"2026-01-01T00:00:00Z",
       "app_metadata":{"providers":["apple"]},
       "user_metadata":{"full_name":"Jo Example","email":"r1@privaterelay.appleid.com","backup":"a@example.com"},
       "identities":[{"id":"g","provider":"google","identity_data":{"sub":"g","full_name":"Jo G"},
        "created_at":"2026-01-01T00:00:00Z"}]}]
      """#)
    #expect(found.displayName == "Jo Example")
    #expect(found.claims == ["email=r1@privaterelay.appleid.com", "backup=a@example.com"])
    #expect(found.credentials.compactMap(\.displayName) == ["Jo G"])
    #expect(found.credentials.map(\.provider) == ["google.com", "apple.com"])
  }

  @Test func anyRecordMaySayThatTheAddressIsPrivate() throws {
    let own = try read(#"{"uid":"u1","deleted_at":"2026-01-01T00:00:00Z","is_private_email":"true"}"# + "\n")
    guard case .accountDeletion(let record) = own.sink.records.first else {
      Issue.record("\(own.sink.records.first as Any)")
      return
    }
    #expect(record.subject.isPrivateEmail == true && record.detail.isEmpty)
    let log = try read(
      #"""
      {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"1","endTimeUnixNano":"1770000000000000000","attributes":[
       {"key":"url.full","value":{"stringValue":"https://appleid.apple.com/auth/revoke"}},
       {"key":"http.response.status_code","value":{"intValue":"200"}}]},
       {"traceId":"1","attributes":[{"key":"uid","value":{"stringValue":"u1"}},
        {"key":"is_private_email","value":{"boolValue":true}}]}]}]}]}
      """#.replacing("\n", with: "") + "\n")
    guard case .revocation(let call) = log.sink.records.first else {
      Issue.record("\(log.sink.records.first as Any)")
      return
    }
    #expect(call.subject.uid == "u1" && call.subject.isPrivateEmail == true)
  }
}
