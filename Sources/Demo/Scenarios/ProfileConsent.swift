import Timestamps

/// Consents to `link:profile` on an account that is 90 days old.
enum ProfileConsent {
  /// The story's name, which is the reason of its finding, its verdict if it has a finding, and the consent's fields if
  /// there is one.
  typealias Story = (name: String, verdict: String?, fields: [(String, DemoValue)]?)

  /// One story for each reason.
  static func stories(_ stage: Stage) -> [Story] {
    [
      ("agreed", nil, fields(stage)),
      ("after-link", "fail", fields(given: stage.captured + .minutes(1))),
      ("withdrawn", "fail", fields(stage, ("withdrawn_at", .time(stage.ago(days: 95))))),
      ("expired", "fail", fields(stage, ("expires_at", .time(stage.ago(days: 95))))),
      ("not-explicit", "fail", fields(stage, ("explicit", .flag(false)))),
      ("refused", "fail", fields(stage, ("state", .text("refused")))),
      ("wrong-purpose", "fail", [("purpose", .text("link:phone")), ("given_at", .time(stage.ago(days: 100)))]),
      ("no-record", "fail", nil),
      ("order-unknown", "inconclusive", fields(given: stage.ago(days: 50))),
    ]
  }

  /// A consent from before the account was created.
  static func fields(_ stage: Stage, _ more: (String, DemoValue)...) -> [(String, DemoValue)] {
    fields(given: stage.ago(days: 100)) + more
  }

  private static func fields(given: Timestamp) -> [(String, DemoValue)] {
    [("purpose", .text("link:profile")), ("given_at", .time(given))]
  }
}
