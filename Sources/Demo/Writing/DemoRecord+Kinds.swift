import Timestamps

/// Records in our own formats, of people whose uid is `demo-NAME`.
extension DemoRecord {
  /// A deletion request.
  ///
  /// - Parameter id: the name where it is nil.
  static func request(
    _ name: String, id: String? = nil, at time: Timestamp, _ more: (String, DemoValue)...
  ) -> DemoRecord {
    var record: DemoRecord = [
      "request_id": .text("request-\(id ?? name)"), "uid": .text("demo-\(name)"), "requested_at": .time(time),
    ]
    record.add(more)
    return record
  }

  /// An attempt to revoke a token, successful unless the fields say otherwise.
  static func revocation(
    _ name: String, at time: Timestamp, endpoint: String = "apple", token: String = "refresh_token",
    status: Int64? = 200, _ more: (String, DemoValue)...
  ) -> DemoRecord {
    var record: DemoRecord = ["uid": .text("demo-\(name)"), "at": .time(time), "endpoint": .text(endpoint)]
    if endpoint == "apple" || endpoint == "identitytoolkit" { record.add("token_type", .text(token)) }
    record.add("http_status", status.map(DemoValue.number))
    record.add(more)
    return record
  }

  static func link(_ name: String, _ provider: String, at time: Timestamp) -> DemoRecord {
    ["uid": .text("demo-\(name)"), "provider": .text(provider), "linked_at": .time(time)]
  }

  /// An explicit consent.
  static func consent(of uid: String, _ purpose: String, at time: Timestamp) -> DemoRecord {
    [
      "uid": .text(uid), "purpose": .text(purpose), "given_at": .time(time), "explicit": .flag(true),
      "method": .text("dialog"), "policy_version": .text("3"),
    ]
  }
}
