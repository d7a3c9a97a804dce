import Timestamps

/// Deletion requests, what followed them, and Apple's notifications.
enum DeletionScenarios {
  static func all(_ stage: Stage) -> Scenario {
    revocations(stage) + removals(stage) + order(stage) + notices(stage) + deadlines(stage)
  }

  /// People without Apple, whose requests have a legal deadline.
  private static func deadlines(_ stage: Stage) -> Scenario {
    let stories: [(String, String, Timestamp, [(String, DemoValue)], (String, String)?)] = [
      (
        "done", "gdpr", stage.ago(days: 60),
        [("status", .text("completed")), ("completed_at", .time(stage.ago(days: 50)))], nil
      ),
      ("overdue", "ccpa", stage.ago(days: 46), [], ("fail", "overdue")),
      ("running", "gdpr", stage.ago(days: 5), [], ("pending", "overdue")),
      (
        "untimed", "gdpr", stage.ago(days: 60), [("status", .text("completed"))], ("inconclusive", "completion-unknown")
      ),
    ]
    var scenario = Scenario()
    for (name, regulation, time, fields, expected) in stories {
      var record = DemoRecord.request(
        "in-\(name)", at: time, ("apple_credential", .flag(false)), ("regulation", .text(regulation)))
      record.add(fields)
      scenario.deletions.append(record)
      if let (verdict, reason) = expected {
        scenario.expect("deletion/deadline", "demo-in-\(name)", "request-in-\(name)", verdict, reason)
      }
    }
    return scenario
  }

  /// People who are gone from the exports, and whose revocations are in the logs.
  private static func revocations(_ stage: Stage) -> Scenario {
    let rule = "deletion/token-revoked"
    let requested = stage.ago(days: 20)
    let soon = requested + .hours(1)
    let stories: [(String, String?, String, [DemoRecord])] = [
      ("revoked", nil, "", [.revocation("revoked", at: soon)]),
      ("revoked-first", nil, "", [.revocation("revoked-first", at: requested - .minutes(10))]),
      (
        "revoked-by-code", nil, "",
        [.revocation("revoked-by-code", at: soon, endpoint: "identitytoolkit", token: "authorization_code")]
      ),
      ("late", "fail", "late", [.revocation("late", at: requested + .hours(73))]),
      ("before-request", "fail", "before-request", [.revocation("before-request", at: requested - .days(2))]),
      (
        "weak-proof", "fail", "weak-proof",
        [.revocation("weak-proof", at: soon, status: nil, ("outcome", .text("revoked")))]
      ),
      ("wrong-token", "fail", "wrong-token", [.revocation("wrong-token", at: soon, token: "id_token")]),
      (
        "failed-only", "fail", "failed-only",
        [.revocation("failed-only", at: soon, status: 400, ("error", .text("invalid_client")))]
      ),
      ("session-only", "fail", "session-only", [.revocation("session-only", at: soon, endpoint: "firebase-session")]),
      ("no-revocation", "fail", "no-revocation", []),
    ]
    var scenario = Scenario()
    for (name, verdict, reason, attempts) in stories {
      scenario.deletions.append(.request(name, at: requested, ("apple_credential", .flag(true))))
      scenario.revocations += attempts
      if let verdict { scenario.expect(rule, "demo-\(name)", "request-\(name)", verdict, reason) }
    }
    scenario.expect("deletion/fresh-sign-in", "demo-revoked-by-code", "revocation", "inconclusive", "code-age-unknown")
    scenario.deletions.append(.request("lately", at: stage.ago(days: 1), ("apple_credential", .flag(true))))
    scenario.expect(rule, "demo-lately", "request-lately", "pending", "no-revocation")
    scenario.deletions.append(
      .request(
        "by-hand", at: requested, ("apple_credential", .flag(true)),
        ("user_directed_to_manual_revocation", .flag(true))))
    scenario.expect(rule, "demo-by-hand", "request-by-hand", "manual", "no-revocation")
    scenario.deletions.append(.request("nobody-knows", at: requested))
    scenario.expect(rule, "demo-nobody-knows", "request-nobody-knows", "inconclusive", "apple-unknown")
    scenario.deletions.append(
      .request("changed-mind", at: requested, ("status", .text("cancelled")), ("apple_credential", .flag(true))))
    scenario.deletions.append(.request("no-apple", at: requested, ("apple_credential", .flag(false))))
    // Asked twice: one obligation, from the first request on.
    scenario.deletions.append(.request("asked-twice", at: requested, ("apple_credential", .flag(true))))
    scenario.deletions.append([
      "request_id": .text("request-asked-twice-again"), "uid": .text("demo-asked-twice"),
      "requested_at": .time(requested + .days(5)), "apple_credential": .flag(true),
    ])
    scenario.revocations.append(.revocation("asked-twice", at: soon))
    return scenario
  }

  /// People who are still in the exports.
  private static func removals(_ stage: Stage) -> Scenario {
    let rule = "deletion/account-removed"
    var scenario = Scenario()
    func present(_ name: String, requested: Timestamp, verdict: String, reason: String, _ more: (String, DemoValue)...)
    {
      scenario.accounts.append((stage.anonymized(name), .current))
      var record = DemoRecord.request(name, at: requested)
      record.add(more)
      scenario.deletions.append(record)
      scenario.revocations.append(.revocation(name, at: requested + .hours(1)))
      scenario.expect(rule, "demo-\(name)", "request-\(name)", verdict, reason)
    }
    present("still-there", requested: stage.ago(days: 40), verdict: "fail", reason: "still-present")
    present(
      "completed-still-there", requested: stage.ago(days: 10), verdict: "fail", reason: "still-present",
      ("status", .text("completed")), ("completed_at", .time(stage.ago(days: 9))))
    present("waiting", requested: stage.ago(days: 10), verdict: "pending", reason: "still-present")
    present(
      "due-since-export", requested: stage.ago(days: 30, hours: 2), verdict: "inconclusive", reason: "export-too-old")
    // An old export does not show whether this person uses Apple.
    let unknown = DemoAccount(
      uid: "demo-unknown-in-old-export", email: "unknown@example.com", createdAt: stage.ago(days: 400), credentials: [])
    scenario.accounts.append((unknown, .old))
    scenario.deletions.append(.request("unknown-in-old-export", at: stage.ago(days: 40)))
    for rule in [rule, "deletion/token-revoked"] {
      scenario.expect(rule, unknown.uid, "request-unknown-in-old-export", "inconclusive", "apple-unknown")
    }
    return scenario
  }

  private static func order(_ stage: Stage) -> Scenario {
    let rule = "deletion/order"
    let requested = stage.ago(days: 20)
    var scenario = Scenario()
    func deleted(_ name: String, after: TimeSpan) {
      scenario.accountDeletions.append([
        "uid": .text("demo-\(name)"), "deleted_at": .time(requested + after), "actor": .text("deletion-service"),
      ])
    }
    scenario.deletions.append(.request("right-order", at: requested, ("apple_credential", .flag(true))))
    scenario.revocations.append(.revocation("right-order", at: requested + .hours(1)))
    deleted("right-order", after: .hours(2))

    scenario.deletions.append(.request("wrong-order", at: requested, ("apple_credential", .flag(true))))
    scenario.revocations.append(.revocation("wrong-order", at: requested + .hours(2)))
    deleted("wrong-order", after: .hours(1))
    scenario.expect(rule, "demo-wrong-order", "request-wrong-order", "fail", "deleted-before-revocation")

    scenario.deletions.append(.request("order-unknown-person", at: requested))
    deleted("order-unknown-person", after: .hours(1))
    for rule in [rule, "deletion/token-revoked"] {
      scenario.expect(
        rule, "demo-order-unknown-person", "request-order-unknown-person", "inconclusive", "apple-unknown")
    }
    return scenario
  }

  private static func notices(_ stage: Stage) -> Scenario {
    let rule = "deletion/apple-notice-honoured"
    var scenario = Scenario()
    func notice(_ name: String, _ type: String, at time: Timestamp) {
      scenario.notifications.append([
        "type": .text(type), "sub": .text(Stage.sub(name)), "event_time": .number(time.milliseconds),
        "jti": .text("notice-\(name)"),
      ])
    }
    for (name, time, verdict, reason) in [
      ("notice-ignored", stage.ago(days: 40), "fail", "still-present"),
      ("notice-fresh", stage.ago(days: 3), "pending", "still-present"),
      ("notice-due-since-export", stage.ago(days: 30, hours: 2), "inconclusive", "export-too-old"),
    ] {
      scenario.accounts.append((stage.anonymized(name), .current))
      notice(name, "consent-revoked", at: time)
      scenario.expect(rule, "demo-\(name)", "notice-\(name)", verdict, reason)
    }
    // An old export cannot show whom Apple means here.
    notice("notice-for-nobody", "account-deleted", at: stage.ago(days: 40))
    scenario.expect(rule, nil, "notice-notice-for-nobody", "inconclusive", "export-hides-apple")

    // Apple deleted the Apple Account, so no call is due; but an old export cannot show whether the account is gone.
    scenario.deletions.append([
      "request_id": .text("request-gone-at-apple"), "apple_sub": .text(Stage.sub("gone-at-apple")),
      "requested_at": .time(stage.ago(days: 20)),
    ])
    scenario.notifications.append([
      "type": .text("account-delete"), "sub": .text(Stage.sub("gone-at-apple")),
      "event_time": .number(stage.ago(days: 25).milliseconds), "jti": .text("notice-gone-at-apple"),
    ])
    scenario.expect(rule, nil, "notice-gone-at-apple", "inconclusive", "export-hides-apple")
    scenario.expect("deletion/account-removed", nil, "request-gone-at-apple", "inconclusive", "export-hides-apple")
    // The account stands in an export that shows no Apple credentials.
    scenario.accounts.append(
      (
        DemoAccount(
          uid: "demo-notice-old-export", email: Stage.relay("notice-old-export"), createdAt: stage.ago(days: 200),
          credentials: []), .old
      ))
    scenario.expect(
      "relay/address-without-apple-credential", "demo-notice-old-export", "email", "inconclusive", "export-hides-apple")
    return scenario
  }
}
