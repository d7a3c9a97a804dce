import Evidence

extension FirebaseJSONFormat {
  var guide: FormatGuide {
    switch dialect {
    case .cli:
      FormatGuide(
        name: dialect.rawValue, kind: kind, title: "Firebase CLI, `firebase auth:export users.json`",
        note:
          "Versions before 15.19.0 omit Apple credentials; the audit says so. Accounts in tenants are never exported.",
        example: #"""
          {"users": [
          { "localId": "u1", "email": "r1@privaterelay.appleid.com", "createdAt": "1770000000000",
            "providerUserInfo": [{ "providerId": "apple.com", "rawId": "001234.….0123" }] }]}
          """#)
    case .emulator:
      FormatGuide(
        name: dialect.rawValue, kind: kind, title: "The Auth emulator's `accounts.json`",
        example: #"""
          {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"u1","lastLoginAt":"1770000000000"}]}
          """#)
    case .server:
      FormatGuide(
        name: dialect.rawValue, kind: kind, title: "Identity Toolkit, `accounts:batchGet` and `accounts:query`",
        note:
          """
          Pages, or their users as NDJSON. Each tenant is exported separately, so nothing is concluded about a tenant \
          of which no file has an account.
          """,
        example: #"""
          {"recordsCount":"1","userInfo":[{"localId":"u1","tenantId":"t1","providerUserInfo":[…]}]}
          """#)
    case .lookup:
      FormatGuide(
        name: dialect.rawValue, kind: kind, title: "Identity Toolkit, `accounts:lookup`",
        note: "Selected accounts only, so nothing is concluded from the absence of others.",
        example: #"""
          {"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"u1","providerUserInfo":[…]}]}
          """#)
    }
  }
}
