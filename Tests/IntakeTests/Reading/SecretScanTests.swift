import Evidence
import Testing

@testable import Intake

@Suite struct SecretScanTests {
  private func kinds(in text: String) -> Set<ExposedSecret.Kind> {
    let scan = SecretScan(kind: .accounts, format: nil)
    return Array(text.utf8).withUnsafeBufferPointer { scan.kinds(inRecord: $0) }
  }

  /// Bytes are looked at in groups, and a mark may lie across two of them or at either end.
  @Test func aSecretIsFoundWhereverItStands() {
    let secrets: [(String, ExposedSecret.Kind)] = [
      ("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.0123456789abcdef", .rawToken),
      ("-----BEGIN PRIVATE KEY-----", .privateKey),
    ]
    for (secret, kind) in secrets {
      for before in 0..<100 {
        for after in [0, 1, 2, 31, 32, 33, 64] {
          let text = String(repeating: " ", count: before) + secret + String(repeating: " ", count: after)
          #expect(kinds(in: text) == [kind], "\(before) before, \(after) after")
        }
      }
    }
  }

  @Test func whatOnlyBeginsLikeOneIsNone() {
    for text in ["", "e", "eyJ", "e.J", "-x-", "---", "2026-11-20", String(repeating: "e-J-", count: 40)] {
      #expect(kinds(in: text).isEmpty, "\(text)")
    }
  }

  private static let secret = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJURUFNIn0.c2lnbmF0dXJl"

  @Test(
    arguments: [
      ("https://appleid.apple.com/auth/revoke?token=r.abc&client_secret=\(secret)", [.clientSecret]),
      ("{\"body\":\"client_id=a&client_secret=\(secret)&token=r1234567890abcdef12345\"}", [.clientSecret, .rawToken]),
      ("{\"body\":\"client_id=a\\u0026token=r1234567890abcdef12345\\u0026client_secret=***\"}", [.rawToken]),
      ("{\"url\":\"/callback?refresh_token=r1234567890abcdef12345\"}", [.rawToken]),
    ] as [(String, Set<ExposedSecret.Kind>)])
  func aParameterIsFound(text: String, expected: Set<ExposedSecret.Kind>) {
    #expect(kinds(in: text) == expected)
    var rows = SecretScan(kind: .logs, format: nil)
    Array(text.utf8).withUnsafeBufferPointer { rows.look(atRow: [$0], 1) }
    #expect(Set(rows.found.keys) == expected)
  }

  private static let digits = String(repeating: "0123456789abcdef", count: 2)
  private static let refreshToken = "r\(digits).0.mrtsz.K1YJnRWIo64ghcuAjrZLow"

  /// Under Apple's own name of the parameter, `token`, and under none.
  @Test(
    arguments: [
      ("{\"token\":\"\(refreshToken)\"}", true), ("client_id=com.example.app&token=\(refreshToken)", true),
      ("sent \(refreshToken)\\nto Apple", true), ("a\(digits).0.mzwt.8f0JHW_a7jOrlPzCTYxIwQ", true),
      ("{\"token\":\"r***\"}", false), ("{\"token\":\"a token of somebody else 0123456789abcdef\"}", false),
      // A `sub`, a version, and what is cut short.
      ("{\"apple_sub\":\"001234.\(digits).0001\"}", false), ("r\(digits).0.1.0-beta.0123456789abcdef", false),
      ("r\(digits).0.mrtsz.…", false), ("r\(digits).0.", false), ("x\(digits).0.mrtsz.K1YJnRWIo64ghcuAjrZLow", false),
    ])
  func aTokenOfApplesIsKnownByItsForm(text: String, isOne: Bool) {
    #expect(kinds(in: text) == (isOne ? [.rawToken] : []))
    var rows = SecretScan(kind: .logs, format: nil)
    Array(text.utf8).withUnsafeBufferPointer { rows.look(atRow: [$0], 1) }
    #expect(Set(rows.found.keys) == (isOne ? [.rawToken] : []))
  }

  @Test(arguments: [
    "", "***", "********************1a", "REDACTED", "[REDACTED-2026-11-20-a1]", "${APPLE_CLIENT_SECRET_2026_11}",
    "$APPLE_CLIENT_SECRET_2026_11", "<client_secret_of_2026_11_20>", "{{client_secret_of_2026_11_20}}",
    "%24%7BAPPLE_CLIENT_SECRET_2026%7D", "eyJhbGciOiJFUzI1NiJ9******", "client secret of 2026",
  ])
  func aPlaceholderIsNone(value: String) {
    for text in ["client_secret=\(value)&token=\(value)", "{\"url\":\"/a?refresh_token=\(value)\"}"] {
      #expect(kinds(in: text).isEmpty, "\(text)")
    }
  }

  /// The body of an answer, and an attribute of a trace.
  @Test(
    arguments: [
      (#"{"body":"{\"access_token\":\"\#(token)\"}"}"#, [.rawToken]),
      (#"{"log":"{\"body\":\"{\\\"refresh_token\\\": \\\"\#(token)\\\"}\"}"}"#, [.rawToken]),
      (#"{"body":"{\"client_secret\" : \"\#(token)\"}"}"#, [.clientSecret]),
      (#"{"key":"refresh_token","value":{"stringValue":"\#(token)"}}"#, [.rawToken]),
      (#"{"body":"{\"refresh_token\":\"***\",\"id\":\"\#(token)\"}"}"#, []),
      (#"{"body":"{'access_token': '\#(token)'}"}"#, [.rawToken]),
      (#"{"body":"{\"access_token\"=>\"\#(token)\"}"}"#, [.rawToken]),
      (#"{"note":"{ access_token: '\#(token)', id: 1 }"}"#, [.rawToken]),
      (#"{"note":"{:refresh_token=>\"\#(token)\"}"}"#, [.rawToken]),
      (#"{"note":"{ privateKey: '\#(token)', id: 1 }"}"#, [.privateKey]),
      (#"{"note":"{:private_key=>\"\#(token)\"}"}"#, [.privateKey]),
      (#"{"note":"refresh_token: 3, id: '\#(token)'"}"#, []),
      (#"{"key":"refresh_token","other":{"id":"\#(token)"}}"#, []),
      (#"{"token_type":"refresh_token","refresh_token_sha256":"\#(token)"}"#, []),
      (#"{"grant_type":"refresh_token","oauth2_client_identifier":"com.example.app"}"#, []),
      (#"{"access_token":{"oauth2_expiration_seconds":3600}}"#, []),
      (#"{"token_type":"refresh_token","value":"\#(token)"}"#, []),
      (#"["id_token","access_token","expires_in_seconds_3600"]"#, []),
      (#"{"refresh_token":null,"trace":"\#(token)"}"#, []), (#"{"refresh_token":"","id":"\#(token)"}"#, []),
    ] as [(String, Set<ExposedSecret.Kind>)])
  func aSecretIsFoundInTextsOfJSON(text: String, expected: Set<ExposedSecret.Kind>) {
    #expect(kinds(in: text) == expected, "\(text)")
  }

  @Test func aSecretIsFoundInACellOfJSON() {
    var rows = SecretScan(kind: .logs, format: nil)
    for cell in [#"{"access_token": "\#(Self.token)"}"#, #"{"body":"{\"access_token\":\"\#(Self.token)\"}"}"#] {
      Array(cell.utf8).withUnsafeBufferPointer { rows.look(atRow: [$0], 1) }
    }
    #expect(rows.found[.rawToken]?.records == 2)
  }

  private static let token = "r5a1b2c3d4e5f60718293a4b5c6d7e8f9"

  private func kinds(ofColumn title: String, in kind: EvidenceKind = .revocations) -> Set<ExposedSecret.Kind> {
    var rows = SecretScan(kind: kind, format: nil)
    rows.look(atHeader: ["uid", title])
    Array(Self.token.utf8).withUnsafeBufferPointer { rows.look(atRow: [.empty, $0], 2) }
    return Set(rows.found.keys)
  }

  /// However the words of a name are joined, and whatever stands before them.
  @Test(
    arguments: [
      ("refresh_token", .rawToken), ("refreshToken", .rawToken), ("Refresh_Token", .rawToken),
      ("apple_refresh_token", .rawToken), ("appleRefreshToken", .rawToken), ("apple.access-token", .rawToken),
      ("appleIdToken", .rawToken), ("oauth2_access_token_secret", .rawToken), ("appleClientSecret", .clientSecret),
      ("apple_private_key", .privateKey), ("token", nil), ("authorization_code", nil), ("token_type", nil),
      ("valid_token", nil), ("android_token", nil), ("refresh_token_sha256", nil), ("xrefresh_token", nil),
    ] as [(String, ExposedSecret.Kind?)])
  func aNameIsFound(name: String, kind: ExposedSecret.Kind?) {
    let expected: Set<ExposedSecret.Kind> = kind.map { [$0] } ?? []
    #expect(kinds(in: "{\"\(name)\": \"\(Self.token)\"}") == expected)
    #expect(kinds(ofColumn: name) == expected)
    if name == name.lowercased() { #expect(kinds(ofColumn: name.uppercased()) == expected) }
    if kind == .rawToken || kind == .clientSecret, !name.hasSuffix("dToken"), !name.hasSuffix("_secret") {
      #expect(kinds(in: "{\"body\":\"a\\n\(name)=\(Self.token)\"}") == expected)
      #expect(kinds(in: "{\"body\":\"a=b&\(name)=\(Self.token)\"}") == expected)
    }
  }

  /// Files of sign-ins have identity tokens by their nature.
  @Test func anIdentityTokenOfASignInIsNone() {
    #expect(kinds(ofColumn: "id_token") == [.rawToken])
    #expect(kinds(ofColumn: "id_token", in: .signIns).isEmpty)
    #expect(kinds(ofColumn: "refresh_token", in: .signIns) == [.rawToken])
  }

  /// A header, claims and a signature. The second has the audience in a list, and strokes as some encoders write them.
  private static let clientSecrets = [
    "eyJhbGciOiJFUzI1NiJ9."
      + "eyJpc3MiOiJURUFNMTIzNDU2IiwiaWF0IjoxNzkwODEyODAwLCJleHAiOjE4MDYzNjQ4MDAsImF1ZCI6Imh0dHBz"
      + "Oi8vYXBwbGVpZC5hcHBsZS5jb20iLCJzdWIiOiJjb20uZXhhbXBsZS5hcHAifQ.c2lnbmF0dXJlLW9mLTY0",
    "eyJhbGciOiJFUzI1NiJ9."
      + "eyJhdWQiIDogWyAiaHR0cHM6XC9cL2FwcGxlaWQuYXBwbGUuY29tIiBdLCJpc3MiOiJURUFNMTIzNDU2Iiwic3Vi"
      + "IjoiY29tLmV4YW1wbGUuYXBwIn0.c2lnbmF0dXJlLW9mLTY0",
  ]

  private static let identityToken =
    "eyJhbGciOiJFUzI1NiJ9."
    + "eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wbGUuYXBwIiwic3ViIjoi"
    + "MDAxMjM0LmEuMDEyMyJ9.c2lnbmF0dXJlLW9mLTY0"

  /// Apple's client secret is a token whose audience is Apple, whatever the field is called.
  @Test(arguments: clientSecrets) func aClientSecretIsNoTokenOfAPerson(secret: String) {
    for text in [
      "{\"client_secret\":\"\(secret)\"}", "{\"note\":\"\(secret)\"}", "{\"client_assertion\":\"\(secret)\"}",
      "{\"body\":\"client_id=a&client_secret=\(secret)&token=x\"}", secret,
    ] {
      #expect(kinds(in: text) == [.clientSecret], "\(text)")
    }
    #expect(kinds(in: "{\"id_token\":\"\(Self.identityToken)\",\"note\":\"\(secret)\"}") == [.clientSecret, .rawToken])
    for kind in [EvidenceKind.signIns, .revocations] {
      var rows = SecretScan(kind: kind, format: nil)
      rows.look(atHeader: ["uid", "client_secret"])
      Array(secret.utf8).withUnsafeBufferPointer { rows.look(atRow: [.empty, $0], 2) }
      #expect(Set(rows.found.keys) == [.clientSecret], "\(kind)")
    }
  }

  /// One of an issuer that nobody knows is what its name says.
  @Test func aSignedTokenOfTheNameOfAClientSecretIsOne() {
    #expect(kinds(in: "{\"client_secret\":\"\(Self.identityToken)\"}") == [.clientSecret])
    #expect(kinds(in: "{\"clientSecret\":\"\(Self.secret)\"}") == [.clientSecret])
    #expect(kinds(in: "{\"key\":\"client_secret\",\"value\":{\"stringValue\":\"\(Self.secret)\"}}") == [.clientSecret])
    let both = "{\"client_secret\":\"\(Self.identityToken)\",\"id\":\"\(Self.identityToken)\"}"
    #expect(kinds(in: both) == [.clientSecret, .rawToken])
    #expect(kinds(in: "{\"note\":\"\(Self.identityToken)\"}") == [.rawToken])
    var rows = SecretScan(kind: .revocations, format: nil)
    rows.look(atHeader: ["client_secret", "note"])
    Array(Self.identityToken.utf8).withUnsafeBufferPointer { rows.look(atRow: [$0, .empty], 2) }
    #expect(Set(rows.found.keys) == [.clientSecret])
    Array(Self.identityToken.utf8).withUnsafeBufferPointer { rows.look(atRow: [.empty, $0], 3) }
    #expect(Set(rows.found.keys) == [.clientSecret, .rawToken])
  }

  /// A token of anybody's form is none of Apple's.
  @Test func aTokenOfAnotherCallIsNone() {
    #expect(kinds(in: "{\"url\":\"/unsubscribe?token=r1234567890abcdef12345\"}").isEmpty)
  }
}
