import Storage
import Timestamps

/// Why a signed statement is not believed.
package enum SignatureProblem: String, CaseIterable, Codable, Sendable {
  case badSignature = "bad-signature"
  case unknownKey = "unknown-key"
  case wrongIssuer = "wrong-issuer"
  case expired
}

/// What a signed token says, whether it is believed or not.
struct SignedToken {
  /// Of its text.
  var digest: Int64?
  var sub: String?
  /// Of a notification.
  var type: String?
  /// Of a notification.
  var jti: String?
  var at: Timestamp
  var isVerified: Bool
  /// Why the token is not believed. Its record is then no evidence of what it says.
  var problem: SignatureProblem?
}

/// Writes every signed token, of whatever kind.
struct SignedTokenWriter {
  static let table = RunTable(
    "evidence.signature_data",
    [
      "ref INTEGER PRIMARY KEY", "kind TEXT NOT NULL", "sub TEXT", "type TEXT", "jti TEXT", "at INTEGER NOT NULL",
      "checked INTEGER NOT NULL", "problem TEXT", "token INTEGER",
    ])

  static let view = PublicView(
    "signature", "Signed tokens: notifications and identity tokens, accepted or not.",
    [
      .init("kind", "text", "`notifications` or `sign-ins`."),
      .init("sub", "text?", "The `sub` that it states."),
      .init("type", "text?", "A notification's type."),
      .init("jti", "text?", "A notification's id."),
      .init("at", "integer", "The time that it states."),
      .init("checked", "integer", "1 if there were keys to verify it with."),
      .init(
        "problem", "text?",
        "`bad-signature`, `unknown-key`, `wrong-issuer` or `expired`; null where nothing is wrong."),
      .init("token", "integer?", "Tells tokens apart: a number made of its text."),
      .init("ref", "integer", "The record."),
    ],
    from: table.name)

  static let baseName = "signature_data"

  private let rows: WriteStatement

  init(_ database: Connection) throws {
    rows = try Self.table.insertRecords(in: database)
  }

  func write(_ token: SignedToken, of kind: EvidenceKind, ref: Int64) throws -> RowDigest {
    rows.bind(ref).bind(kind.rawValue).bind(token.sub).bind(token.type).bind(token.jti).bind(token.at.milliseconds)
      .bind(token.isVerified || token.problem != nil).bind(token.problem?.rawValue).bind(token.digest)
    return try rows.run()
  }
}
