import Evidence
import Intake
import Testing

/// Columns that say that what a record is of did not happen, or was not what it looks like.
@Suite struct AttemptColumnTests {
  private func undecided(_ header: String, _ row: String, _ name: String, _ value: String) throws -> [String] {
    try read("\(header),\(name)\n\(row),\(value)\n").summary.undecided
  }

  /// Of a link, and of a deletion, that was tried and did not happen.
  @Test(arguments: [
    ("status", "failed", "ok"), ("success", "false", "true"), ("result", "failure", "done"),
    ("outcome", "error", "linked"), ("error", "auth/credential-already-in-use", "none"), ("state", "pending", "done"),
    ("event", "attempt_failed", "done"), ("http_status", "500", "200"), ("statusCode", "404 Not Found", "204"),
    ("status", "503", "200"), ("executed", "false", "true"), ("isDone", "0", "1"),
    ("performed", "no", "yes"), ("completed", "f", "t"), ("scheduled", "true", "false"), ("is_queued", "1", "0"),
    ("failed", "yes", "no"), ("skipped", "t", ""), ("response_code", "502", "x"),
  ])
  func aFailedAttemptIsNamed(name: String, failed: String, done: String) throws {
    for (header, row) in [("uid,provider,linked_at", "u,p,1767225600"), ("uid,deleted_at", "u,1767225600")] {
      #expect(try undecided(header, row, name, failed) == [name], "\(header)")
      #expect(try undecided(header, row, name, done) == [], "\(header)")
    }
  }

  @Test(arguments: [("is_current", "0", "1"), ("linked", "false", "true")])
  func aLinkThatIsNotThereIsNamed(name: String, gone: String, there: String) throws {
    #expect(try undecided("uid,provider,linked_at", "u,p,1767225600", name, gone) == [name])
    #expect(try undecided("uid,provider,linked_at", "u,p,1767225600", name, there) == [])
  }

  @Test(arguments: [
    ("status", "scheduled", true), ("status", "deletion_queued", true), ("status", "done", false),
    ("status", "deleted as requested", false), ("scheduled_at", "2026-01-01T00:00:00Z", false),
  ])
  func aDeletionThatIsPlannedIsNone(name: String, value: String, isUndecided: Bool) throws {
    #expect(try undecided("uid,deleted_at", "u,1767225600", name, value) == (isUndecided ? [name] : []))
  }

  /// People ask for more than to be deleted, twice, and in the name of others.
  @Test(arguments: [
    ("dsr_type", "ACCESS", true), ("category", "access", true), ("requestCategory", "Rectification", true),
    ("rightType", "portability", true), ("action", "access", true), ("event_type", "data_export", true),
    ("duplicate_of", "r-1", true), ("identity_verified", "no", true), ("isIdentityConfirmed", "false", true),
    ("dsr_type", "ERASURE", false), ("category", "erasure", false), ("category", "account", false),
    ("action", "delete", false), ("duplicate_of", "", false), ("identity_verified", "yes", false),
  ])
  func aRequestForSomethingElseIsNone(column: String, value: String, isUndecided: Bool) throws {
    let found = try undecided("uid,request_id,requested_at", "u,r,1767225600", column, value)
    #expect(found == (isUndecided ? [column] : []))
  }
}
