import Crypto
import Foundation

/// Records of our own formats, one line each.
enum Line {
  static func object(_ fields: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }

  static func sub(_ uid: String) -> String { "001.sub-\(uid).1" }
  static func relay(_ uid: String) -> String { "\(uid)@privaterelay.appleid.com" }

  private static func object(_ fields: [String: Any], _ more: [String: Any]) -> String {
    object(fields.merging(more) { $1 })
  }

  /// A call to Apple that succeeded.
  static func revocation(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
    object(["uid": uid, "at": at, "endpoint": "apple", "token_type": "refresh_token", "http_status": 200], more)
  }

  static func failure(_ uid: String, _ at: String) -> String {
    revocation(uid, at, ["http_status": 400, "error": "invalid_client"])
  }

  /// A person with an Apple credential asks to be deleted.
  static func request(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
    object(["uid": uid, "request_id": "r-\(uid)", "requested_at": at, "apple_credential": true], more)
  }

  static func consent(_ uid: String, _ given: String, _ more: [String: Any] = [:]) -> String {
    object(
      [
        "uid": uid, "purpose": "link:phone", "given_at": given, "explicit": true, "method": "dialog",
        "policy_version": "3",
      ], more)
  }

  static func link(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
    object(["uid": uid, "provider": "phone", "linked_at": at], more)
  }

  static func notice(_ type: String, _ uid: String, _ at: Int, _ more: [String: Any] = [:]) -> String {
    object(["type": type, "sub": sub(uid), "event_time": at, "jti": "n-\(type)-\(uid)"], more)
  }

  static func removal(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
    object(["uid": uid, "deleted_at": at], more)
  }

  /// A sign-in with a nonce of its own, hashed as it should be.
  static func signIn(_ uid: String, _ at: String, nonce: String? = nil) -> String {
    let raw = nonce ?? "\(uid) \(at)"
    let hash = SHA256.hash(data: Data(raw.utf8)).map { String(format: "%02x", $0) }.joined()
    return object(["uid": uid, "at": at, "provider": "apple.com", "nonce": hash, "raw_nonce": raw])
  }

  static func signInWithoutNonce(_ uid: String, _ at: String) -> String {
    object(["uid": uid, "at": at, "provider": "apple.com"])
  }

  static func mail(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
    object(["recipient": relay(uid), "sender": "news@app.example.com", "at": at, "outcome": "delivered"], more)
  }

  static func alias(_ old: String, _ new: String, _ at: String) -> String {
    object(["old_sub": sub(old), "new_sub": sub(new), "transferred_at": at])
  }

  private static let revoke = "https://appleid.apple.com/auth/revoke"

  /// A call to Apple as an application logs it to Cloud Logging.
  static func logEntry(_ uid: String, _ at: String, status: Int = 200) -> String {
    object([
      "logName": "projects/p/logs/app", "timestamp": at, "insertId": "\(uid) \(at)",
      "jsonPayload": ["uid": uid, "url": revoke, "status_code": status],
    ])
  }

  /// Identity Platform's own entry of a deleted account.
  static func deletionEntry(_ uid: String, _ at: String) -> String {
    object([
      "logName": "projects/p/logs/identitytoolkit.googleapis.com%2Frequests", "timestamp": at, "insertId": "d-\(uid)",
      "jsonPayload": [
        "methodName": "google.cloud.identitytoolkit.v1.AccountManagementService.DeleteAccount",
        "request": ["localId": uid],
      ],
    ])
  }

  /// A call to Apple as a trace has it.
  static func span(_ uid: String, _ at: Int, status: Int = 200) -> String {
    let attributes: [[String: Any]] = [
      ["key": "uid", "value": ["stringValue": uid]], ["key": "url.full", "value": ["stringValue": revoke]],
      ["key": "http.request.method", "value": ["stringValue": "POST"]],
      ["key": "http.response.status_code", "value": ["intValue": "\(status)"]],
      ["key": "token_type_hint", "value": ["stringValue": "refresh_token"]],
    ]
    let trace = SHA256.hash(data: Data("\(uid) \(at)".utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
    return object([
      "resourceSpans": [
        [
          "resource": [String: Any](),
          "scopeSpans": [
            [
              "scope": [String: Any](),
              "spans": [
                [
                  "traceId": trace, "spanId": "eee19b7ec3c1b174", "kind": 3, "startTimeUnixNano": "\(at)000000",
                  "endTimeUnixNano": "\(at + 5)000000", "attributes": attributes,
                ]
              ],
            ]
          ],
        ]
      ]
    ])
  }
}

/// Exports of accounts.
enum Export {
  /// Anonymized accounts, each with the number that follows its uid, if there is one.
  static func users(_ uids: String..., phones: [String: String] = [:]) -> String {
    users(uids, phones: phones)
  }

  static func users(_ uids: [String], phones: [String: String] = [:]) -> String {
    "{\"users\": [\n" + uids.map { Sample.user($0, phone: phones[$0]) }.joined(separator: ",\n") + "]}"
  }

  /// Anonymized accounts that all have a number of their own.
  static func linked(_ uids: String...) -> String {
    users(uids, phones: Dictionary(uniqueKeysWithValues: uids.enumerated().map { ($1, "+1555010\($0)") }))
  }
}
