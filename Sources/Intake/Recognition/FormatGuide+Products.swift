import Evidence

extension FormatGuide {
  static let products: [FormatGuide] = [
    FormatGuide(
      name: "firebase-cli-json", kind: .accounts, title: "Firebase CLI, `firebase auth:export users.json`",
      note: "Exports before 15.19.0 leave Apple credentials out; the audit says so. Accounts of tenants are never in it.",
      example: #"""
        {"users": [
        { "localId": "u1", "email": "r1@privaterelay.appleid.com", "createdAt": "1770000000000",
          "providerUserInfo": [{ "providerId": "apple.com", "rawId": "001234.….0123" }] }]}
        """#),
    FormatGuide(
      name: "firebase-cli-csv", kind: .accounts, title: "Firebase CLI, `firebase auth:export users.csv`",
      note: "No header row; 27, 28, 29 or 53 fields a row. Only those with 53 show Apple credentials.",
      example: #"""
        u1,r1@privaterelay.appleid.com,true,,,,,,,,,,,,,,,,,,,,,1770000000000,1770000000000,,false,,
        """#),
    FormatGuide(
      name: "firebase-emulator-json", kind: .accounts, title: "The Auth emulator's `accounts.json`",
      note: "",
      example: #"""
        {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"u1","lastLoginAt":"1770000000000"}]}
        """#),
    FormatGuide(
      name: "identity-toolkit-json", kind: .accounts, title: "Identity Toolkit, `accounts:batchGet` and `accounts:query`",
      note: "Pages, or their users as NDJSON. Each tenant is exported by itself: of a tenant without any account in the files nothing is concluded.",
      example: #"""
        {"recordsCount":"1","userInfo":[{"localId":"u1","tenantId":"t1","providerUserInfo":[…]}]}
        """#),
    FormatGuide(
      name: "identity-toolkit-lookup-json", kind: .accounts, title: "Identity Toolkit, `accounts:lookup`",
      note: "Some accounts that were asked for: nothing is concluded from the absence of others.",
      example: #"""
        {"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"u1","providerUserInfo":[…]}]}
        """#),
    FormatGuide(
      name: "admin-sdk-json", kind: .accounts, title: "Admin SDK, the answer of `listUsers` as JSON",
      note: "",
      example: #"""
        {"users":[{"uid":"u1","metadata":{"creationTime":"Tue, 14 Nov 2023 22:13:20 GMT"},"providerData":[…]}]}
        """#),
    FormatGuide(
      name: "auth0", kind: .accounts, title: "Auth0, bulk user export as NDJSON or CSV",
      note: "In CSV, columns such as `identities[0].provider` and `identities[0].user_id` show the identities; others are named by the configuration's `columns`.",
      example: #"""
        {"user_id":"apple|001234.….0123","email":"r1@privaterelay.appleid.com","created_at":"2026-01-02T03:04:05.678Z",
         "identities":[{"connection":"apple","user_id":"001234.….0123","provider":"apple","isSocial":true}]}
        """#),
    FormatGuide(
      name: "cognito", kind: .accounts, title: "Amazon Cognito, `ListUsers`, `ListUsersInGroup`, `AdminGetUser`",
      note: "The uid is the attribute `sub`. Linked identities give their link times.",
      example: #"""
        {"Users":[{"Username":"SignInWithApple_001234.….0123","UserCreateDate":1682955829.578,
         "Attributes":[{"Name":"sub","Value":"…"},{"Name":"identities","Value":"[{\"providerType\":\"SignInWithApple\",…}]"}]}]}
        """#),
    FormatGuide(
      name: "supabase-users", kind: .accounts, title: "Supabase, the table `auth.users` as CSV or JSON, or the REST interface's users",
      note: "Give `auth.identities` beside it: the two are joined. Rows with `deleted_at` are no accounts.",
      example: #"""
        id,aud,email,raw_app_meta_data,created_at,deleted_at
        3333…,authenticated,r1@privaterelay.appleid.com,"{""providers"":[""apple""]}",2026-01-02 03:04:05+00,
        """#),
    FormatGuide(
      name: "supabase-identities", kind: .accounts, title: "Supabase, the table `auth.identities`",
      note: "`created_at` is the time of the link.",
      example: #"""
        provider_id,user_id,identity_data,provider,created_at
        001234.….0123,3333…,"{""sub"":""001234.….0123""}",apple,2026-01-02 03:04:05+00
        """#),
    FormatGuide(
      name: "keycloak", kind: .accounts, title: "Keycloak, realm export: one file, or `-users-N.json`",
      note: "Aliases of identity providers are resolved where the file has `identityProviders`, else by their names.",
      example: #"""
        {"realm":"shop","users":[{"id":"…","username":"a","createdTimestamp":1767323045678,
         "federatedIdentities":[{"identityProvider":"apple","userId":"001234.….0123"}]}]}
        """#),
    FormatGuide(
      name: "okta-idp-users", kind: .accounts, title: "Okta, users of an identity provider",
      note: "The only place where Okta shows Apple’s `sub`.",
      example: #"""
        [{"id":"00u1","externalId":"001234.….0123","profile":{"email":"r1@privaterelay.appleid.com"}}]
        """#),
    FormatGuide(
      name: "okta-users", kind: .accounts, title: "Okta, users",
      note: "They do not show who signs in with Apple; the audit says so.",
      example: #"""
        [{"id":"00u1","status":"ACTIVE","profile":{"login":"a@example.com"},"credentials":{"provider":{"type":"OKTA"}}}]
        """#),
    FormatGuide(
      name: "kantara-receipt", kind: .consents, title: "Kantara consent receipts v1.1",
      note: "A receipt shows that consent was given, not that it still holds. Tests never count.",
      example: #"""
        {"version":"KI-CR-v1.1.0","consentReceiptID":"…","consentTimestamp":1767323046,"piiPrincipalId":"u1",
         "services":[{"purposes":[{"purpose":"link:phone","consentType":"EXPLICIT"}]}]}
        """#),
    FormatGuide(
      name: "iso-27560", kind: .consents, title: "ISO/IEC TS 27560 records, flat or as JSON-LD",
      note: "",
      example: #"""
        {"schema_version":"…","record_id":"c1","pii_principal_id":"u1","processing":{"purpose":"link:phone"},
         "events":[{"event_time":"2026-01-02T03:04:06Z","event_type":"ExplicitlyExpressedConsent","event_state":"ConsentGiven"}]}
        """#),
    FormatGuide(
      name: "onetrust-receipt", kind: .consents, title: "OneTrust receipts",
      note: "`CONFIRMED` and `EXTEND` count; what is implied does not.",
      example: #"""
        {"identifier":"u1","interactionDate":"2026-01-02T03:04:06.000Z","test":false,
         "purposes":[{"Id":"link:phone","TransactionType":"CONFIRMED"}]}
        """#),
    FormatGuide(
      name: "fides-preferences", kind: .consents, title: "Fides, history of privacy preferences",
      note: "`opt_in` counts; what was dismissed or set by a script does not.",
      example: #"""
        {"notice_key":"link:phone","preference":"opt_in","method":"accept","external_id":"u1","received_at":"2026-01-02T03:04:06Z"}
        """#),
    FormatGuide(
      name: "opendsr", kind: .deletions, title: "OpenDSR requests and status callbacks",
      note: "Erasure alone. Addresses may be SHA-256 hashes.",
      example: #"""
        {"subject_request_id":"…","subject_request_type":"erasure","submitted_time":"2026-10-01T00:00:00Z","regulation":"gdpr",
         "subject_identities":[{"identity_type":"email","identity_value":"…","identity_format":"sha256"}]}
        {"subject_request_id":"…","request_status":"completed","received_at":"2026-10-02T00:00:00Z"}
        """#),
    FormatGuide(
      name: "fides-requests", kind: .deletions, title: "Fides, privacy requests as CSV",
      note: "Columns of identities stand in any order.",
      example: #"""
        Status,Request Type,Time Received,Request ID,Completed On,email
        complete,erasure,2026-10-01T00:00:00+00:00,pri-1,2026-10-02T00:00:00+00:00,a@example.com
        """#),
    FormatGuide(
      name: "transcend-requests", kind: .deletions, title: "Transcend requests, JSON or CSV",
      note: "",
      example: #"""
        {"id":"1","type":"ERASURE","status":"COMPLETED","coreIdentifier":"u1","createdAt":"2026-10-01T00:00:00.000Z"}
        """#),
    FormatGuide(
      name: "cloud-logging", kind: .logs, title: "Google Cloud Logging entries",
      note: "Identity Platform’s activity and audit logs, and an application’s entries about Apple’s tokens. They yield links, account deletions and revocations.",
      example: #"""
        {"logName":"…","timestamp":"2026-10-01T00:00:00Z","insertId":"…",
         "jsonPayload":{"methodName":"google.cloud.identitytoolkit.v1.AccountManagementService.DeleteAccount","request":{"localId":"u1"}}}
        """#),
    FormatGuide(
      name: "otlp-traces", kind: .logs, title: "OpenTelemetry traces as JSON",
      note: "Calls to Apple’s revocation endpoint; a call that names nobody is joined by trace to a span that does.",
      example: #"""
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"…","endTimeUnixNano":"…","attributes":[
         {"key":"url.full","value":{"stringValue":"https://appleid.apple.com/auth/revoke"}},
         {"key":"http.response.status_code","value":{"intValue":"200"}}]}]}]}]}
        """#),
    FormatGuide(
      name: "apple-signed", kind: .notifications, title: "Apple’s notifications as received",
      note: "Verified with the keys of `apple.jwks`. What does not verify is no evidence.",
      example: #"""
        {"payload":"eyJraWQiOiI…","received_at":"2026-10-01T00:00:05Z"}
        """#),
    FormatGuide(
      name: "sign-ins", kind: .signIns, title: "Sign-ins, our own columns; identity tokens, raw or decoded",
      note: "Nonces and tokens are not kept.",
      example: #"""
        {"uid":"u1","at":"2026-10-01T00:00:00Z","provider":"apple.com","nonce":"…","raw_nonce":"…"}
        {"uid":"u1","at":"2026-10-01T00:00:00Z","provider":"apple.com","id_token":"eyJ…"}
        {"iss":"https://appleid.apple.com","sub":"001234.….0123","aud":"com.example.app","iat":1790812800,"nonce":"…"}
        """#),
    FormatGuide(
      name: "relay-audit-mail", kind: .mail, title: "Mail, our own columns",
      note: "Mail to relay addresses alone is kept.",
      example: #"""
        recipient,sender,at,outcome,smtp_reply
        r1@privaterelay.appleid.com,noreply@example.com,2026-10-01T00:00:00Z,delivered,250 OK
        """#),
    FormatGuide(
      name: "sendgrid-events", kind: .mail, title: "SendGrid events",
      note: "",
      example: #"""
        {"email":"r1@privaterelay.appleid.com","timestamp":1790812800,"event":"bounce","sg_message_id":"…","reason":"550 …"}
        """#),
    FormatGuide(
      name: "mailgun-events", kind: .mail, title: "Mailgun events and web hooks",
      note: "",
      example: #"""
        {"event":"delivered","timestamp":1790812800.25,"recipient":"r1@privaterelay.appleid.com","envelope":{"sender":"noreply@example.com"}}
        """#),
    FormatGuide(
      name: "identity-platform-idp-config", kind: .providerConfig, title: "Identity Platform, `defaultSupportedIdpConfigs/apple.com`",
      note: "Keys are not kept.",
      example: #"""
        {"name":"projects/demo/defaultSupportedIdpConfigs/apple.com","enabled":true,"clientId":"com.example.web",
         "appleSignInConfig":{"codeFlowConfig":{"teamId":"…","keyId":"…","privateKey":"…"},"bundleIds":["com.example.app"]}}
        """#),
  ]
}
