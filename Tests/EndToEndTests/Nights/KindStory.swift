import Foundation
import Testing

/// One kind of evidence, and what hangs on remembering it.
///
/// Its events are of days 1 to 5, those of the next night's file of day 6. Nights are audited from day 6 on. Beside the
/// kind's own file each night has the whole tables of the others.
struct KindStory: CustomTestStringConvertible, Sendable {
  /// As `--require` and coverage name it.
  var kind: String
  var file: String
  var tables: [String: String]
  /// What the file holds on the first night.
  var first: String
  /// What it holds once its beginning was rotated away; it means nobody that the rules below judge.
  var second: String
  /// What an empty file of this kind looks like.
  var empty = ""
  /// By rule and uid, for whoever knows both parts.
  var expected: [String: [String: String]]
  /// The same for whoever knows the second part alone.
  var unknowing: [String: [String: String]]

  var testDescription: String { "\(kind) in \(file)" }

  var whole: String { first + second }

  /// The first night's records, none of which can be read.
  var damaged: String {
    first.replacing("\"2026-", with: "\"20x6-").replacing("Nano\":\"1", with: "Nano\":\"x")
      .replacing("event_time\":1", with: "event_time\":\"x\",\"was\":1").replacing("old_sub", with: "odd_sub")
  }

  /// The night's files, with this text in the kind's own; null leaves it out.
  func files(_ text: String?) -> [String: String] {
    var files = tables
    if let text { files[file] = text }
    return files
  }
}

extension KindStory {
  static let all = [
    revocations, notifications, accountDeletions, signIns, freshSignIns, mail, links, consents, deletions, aliases,
    cloudLogging, traces,
  ]

  private static func requests(_ uids: String...) -> String {
    uids.map { Line.request($0, time(1), ["apple_sub": Line.sub($0)]) }.joined()
  }

  static let revocations = KindStory(
    kind: "revocations", file: "revocations.ndjson",
    tables: [
      "users.json": Export.users("good", "bad", "none", "other"),
      "deletions.ndjson": requests("good", "bad", "none"),
    ],
    first: Line.revocation("good", time(1, 1)) + Line.failure("bad", time(1, 1)),
    second: Line.revocation("other", time(6, 2)),
    expected: [
      "deletion/token-revoked": ["good": "pass", "bad": "fail failed-only", "none": "fail no-revocation"]
    ],
    unknowing: [
      "deletion/token-revoked": [
        "good": "fail no-revocation", "bad": "fail no-revocation", "none": "fail no-revocation",
      ]
    ])

  static let cloudLogging = KindStory(
    kind: "revocations", file: "app-log.ndjson", tables: revocations.tables,
    first: Line.logEntry("good", time(1, 1)) + Line.logEntry("bad", time(1, 1), status: 400),
    second: Line.logEntry("other", time(6, 2)), expected: revocations.expected, unknowing: revocations.unknowing)

  static let traces = KindStory(
    kind: "revocations", file: "traces.ndjson", tables: revocations.tables,
    first: Line.span("good", milliseconds(1, 1)) + Line.span("bad", milliseconds(1, 1), status: 400),
    second: Line.span("other", milliseconds(6, 2)), empty: "{\"resourceSpans\":[]}\n",
    expected: revocations.expected, unknowing: revocations.unknowing)

  static let notifications = KindStory(
    kind: "notifications", file: "notifications.ndjson",
    tables: [
      "users.json": Export.users("good", "bad", "ignored", "other"), "deletions.ndjson": requests("good", "bad"),
      "revocations.ndjson": Line.revocation("other", time(1, 1)),
    ],
    first: Line.notice("consent-revoked", "good", milliseconds(1, 2))
      + Line.notice("consent-revoked", "ignored", milliseconds(-40)),
    second: Line.notice("email-disabled", "other", milliseconds(6, 2)),
    expected: [
      "deletion/token-revoked": ["good": "pass", "bad": "fail no-revocation"],
      "deletion/apple-notice-honoured": ["good": "pending still-present", "ignored": "fail still-present"],
    ],
    unknowing: [
      "deletion/token-revoked": ["good": "fail no-revocation", "bad": "fail no-revocation"],
      "deletion/apple-notice-honoured": [:],
    ])

  static let accountDeletions = KindStory(
    kind: "account-deletions", file: "account-deletions.ndjson",
    tables: [
      "users.json": Export.users("other"), "deletions.ndjson": requests("good", "bad"),
      "revocations.ndjson": Line.revocation("good", time(1, 1)) + Line.revocation("bad", time(1, 3)),
    ],
    first: Line.removal("good", time(1, 2)) + Line.removal("bad", time(1, 2)),
    second: Line.removal("stranger", time(6, 2)),
    expected: ["deletion/order": ["good": "pass", "bad": "fail deleted-before-revocation"]],
    unknowing: ["deletion/order": [:]])

  static let signIns = KindStory(
    kind: "sign-ins", file: "sign-ins.ndjson", tables: ["users.json": Export.users("good", "bad", "other")],
    first: Line.signIn("good", time(2)) + Line.signInWithoutNonce("bad", time(2)) + Line.signIn("other", time(2)),
    second: Line.signIn("other", time(6, 2)),
    expected: [
      "sign-in/nonce-present": ["good": "pass", "bad": "fail no-nonce", "other": "pass"],
      "sign-in/nonce-reused": ["good": "pass", "other": "pass"],
    ],
    unknowing: ["sign-in/nonce-present": ["other": "pass"], "sign-in/nonce-reused": ["other": "pass"]])

  static let freshSignIns = KindStory(
    kind: "sign-ins", file: "sign-ins.ndjson",
    tables: [
      "users.json": Export.users("good", "bad", "other"),
      "revocations.ndjson": ["good", "bad"].map {
        Line.revocation($0, time(2, 0, 3), ["token_type": "authorization_code", "endpoint": "identitytoolkit"])
      }.joined(),
    ],
    first: Line.signIn("good", time(2)) + Line.signIn("bad", time(1, 20)),
    second: Line.signIn("other", time(6, 2)),
    expected: ["deletion/fresh-sign-in": ["good": "pass", "bad": "fail no-fresh-sign-in"]],
    unknowing: ["deletion/fresh-sign-in": ["good": "fail no-fresh-sign-in", "bad": "fail no-fresh-sign-in"]])

  static let mail = KindStory(
    kind: "mail", file: "mail.ndjson",
    tables: [
      "users.json": Export.users("good", "bad", "other"),
      "notifications.ndjson": Line.notice("email-disabled", "bad", milliseconds(1)),
    ],
    first: Line.mail("good", time(2)) + Line.mail("bad", time(2)) + Line.mail("other", time(2)),
    second: Line.mail("other", time(6, 2)),
    expected: ["relay/mail-after-disable": ["good": "pass", "bad": "fail disabled", "other": "pass"]],
    unknowing: ["relay/mail-after-disable": ["other": "pass"]])

  /// Without the links' events nothing tells whether the consent came first.
  static let links = KindStory(
    kind: "links", file: "links.ndjson",
    tables: [
      "users.json": Export.linked("good", "bad"),
      "consents.ndjson": Line.consent("good", time(-20)) + Line.consent("bad", time(-20)),
    ],
    first: Line.link("good", time(-10)) + Line.link("bad", time(-30)),
    second: Line.link("stranger", time(6, 2)),
    expected: ["consent/link-phone": ["good": "pass", "bad": "fail after-link"]],
    unknowing: [
      "consent/link-phone": ["good": "inconclusive order-unknown", "bad": "inconclusive order-unknown"]
    ])

  static let consents = KindStory(
    kind: "consents", file: "consents.ndjson",
    tables: [
      "users.json": Export.linked("good", "bad", "none"),
      "links.ndjson": ["good", "bad", "none"].map { Line.link($0, time(-10)) }.joined(),
    ],
    first: Line.consent("good", time(-20)) + Line.consent("bad", time(-20), ["state": "refused"]),
    second: Line.consent("stranger", time(6, 2)),
    expected: ["consent/link-phone": ["good": "pass", "bad": "fail refused", "none": "fail no-record"]],
    unknowing: [
      "consent/link-phone": ["good": "fail no-record", "bad": "fail no-record", "none": "fail no-record"]
    ])

  static let deletions = KindStory(
    kind: "deletions", file: "deletions.ndjson",
    tables: [
      "users.json": Export.users("good", "bad", "other"),
      "revocations.ndjson": Line.revocation("good", time(1, 1)) + Line.failure("bad", time(1, 1)),
    ],
    first: requests("good", "bad"), second: Line.request("other", time(6, 2), ["status": "cancelled"]),
    expected: [
      "deletion/token-revoked": ["good": "pass", "bad": "fail failed-only"],
      "deletion/account-removed": ["good": "pending still-present", "bad": "pending still-present"],
    ],
    unknowing: ["deletion/token-revoked": [:], "deletion/account-removed": [:]])

  static let aliases = KindStory(
    kind: "aliases", file: "aliases.ndjson",
    tables: [
      "users.json": Export.users("good", "bad"), "deletions.ndjson": requests("good", "bad"),
      "revocations.ndjson": Line.object([
        "apple_sub": Line.sub("old-good"), "at": time(1, 1), "endpoint": "apple", "token_type": "refresh_token",
        "http_status": 200,
      ]),
    ],
    first: Line.alias("old-good", "good", time(3)), second: Line.alias("old-other", "other", time(3)),
    expected: ["deletion/token-revoked": ["good": "pass", "bad": "fail no-revocation"]],
    unknowing: ["deletion/token-revoked": ["good": "fail no-revocation", "bad": "fail no-revocation"]])
}
