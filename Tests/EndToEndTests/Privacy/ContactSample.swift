import Foundation

/// Evidence of two persons that leads to many findings, with addresses and numbers in all that a finding may show:
/// names of files and folders, uid, tenant, provider, ids of requests, notices, traces and consents, and a sender.
enum ContactSample {
  static func write(to place: Workplace, _ marks: inout CanaryMarks) throws {
    try write(place, "u.\(marks.address).1@example.com", "of", &marks)
    try write(place, "+\(marks.number)999", "at", &marks)
  }

  private static func write(_ place: Workplace, _ uid: String, _ name: String, _ marks: inout CanaryMarks) throws {
    let folder = "in/\(name) \(marks.addressInAPath())"
    let sub = "001234.\(marks.sub)89abcdef89abcde\(name.count).\(name == "of" ? "1111" : "2222")"
    let (tenant, request, provider) = ("t:\(marks.contact())", "req:\(marks.contact())", "oidc:\(marks.contact())")
    let displayed = "\(marks.name) \(marks.contact())"
    let user = Sample.user(
      uid, email: "\(name)-\(marks.address)@privaterelay.appleid.com",
      phone: "+\(marks.number)\(name == "of" ? 997 : 998)",
      google: true
    )
    .replacing("google.com", with: provider).replacing("001.sub-\(uid).1", with: sub)
    .replacing("\"localId\"", with: "\"tenantId\": \"\(tenant)\", \"displayName\": \"\(displayed)\", \"localId\"")
    func add(_ file: String, _ lines: [String: Any]...) throws {
      try place.write("\(folder)/\(file)", lines.map(Line.object).joined())
    }
    try place.write("\(folder)/users \(marks.addressInAPath()).json", Sample.export(user))
    try add(
      "deletions.ndjson",
      ["uid": uid, "tenant": tenant, "request_id": request, "requested_at": "2026-10-01T00:00:00Z"],
      ["uid": uid, "request_id": "bad", "requested_at": "at \(marks.contact())"])
    try add(
      "revocations.ndjson",
      [
        "request_id": request, "at": "2026-10-01T01:00:00Z", "outcome": "failed", "http_status": 400,
        "endpoint": "apple",
        "trace_id": "trace \(marks.contact())", "error": "for \(marks.contact())", "client_id": marks.contact(),
      ])
    try add(
      "notifications.ndjson",
      [
        "type": "account-delete", "sub": sub, "event_time": "2026-11-01T00:00:00Z", "jti": "j:\(marks.contact())",
        "aud": "com.example.app",
      ])
    try add(
      "mail.ndjson",
      [
        "recipient": "\(name)-\(marks.address)@privaterelay.appleid.com", "sender": marks.contact(),
        "at": "2026-11-01T00:00:00Z", "outcome": "bounced", "smtp_reply": "550 \(marks.contact()) unknown",
      ])
    try add(
      "consents.ndjson",
      [
        "uid": uid, "purpose": "link:phone", "given_at": "2026-11-01T00:00:00Z", "state": "withdrawn",
        "withdrawn_at": "2026-11-02T00:00:00Z", "consent_id": "c:\(marks.contact())", "method": marks.contact(),
      ],
      ["uid": uid, "purpose": "for \(marks.contact())", "given_at": "2026-11-01T00:00:00Z", "note": marks.contact()])
    try place.write("\(folder)/unknown \(marks.addressInAPath()).txt", "nothing that is known")
  }
}
