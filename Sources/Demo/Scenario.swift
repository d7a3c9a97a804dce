import Timestamps

/// A finding that the sample must have.
package struct ExpectedFinding: Hashable, Sendable {
  package var rule: String
  /// Nil for a finding about no account.
  package var uid: String?
  package var object: String?
  package var verdict: String
  package var reason: String
  /// `new` or `existing`; nil in a sample of one night.
  package var state: String?
}

/// A finding of the night before that must be resolved.
struct ExpectedResolution: Hashable, Sendable {
  var rule: String
  var object: String
  var cause: String
}

/// The export that an account is in.
enum DemoPart {
  case current, old, page, partners
}

/// One story: its records in exports and logs, and what an audit must find. Cause and verdict are side by side.
struct Scenario {
  var accounts: [(DemoAccount, DemoPart)] = []
  var consents: [DemoRecord] = []
  var links: [DemoRecord] = []
  var deletions: [DemoRecord] = []
  var revocations: [DemoRecord] = []
  var accountDeletions: [DemoRecord] = []
  var notifications: [DemoRecord] = []
  var aliases: [DemoRecord] = []
  var findings: [ExpectedFinding] = []
  /// Links that the audit must count.
  var linkCount = 0

  static func + (left: Scenario, right: Scenario) -> Scenario {
    var sum = left
    sum.accounts += right.accounts
    sum.consents += right.consents
    sum.links += right.links
    sum.deletions += right.deletions
    sum.revocations += right.revocations
    sum.accountDeletions += right.accountDeletions
    sum.notifications += right.notifications
    sum.aliases += right.aliases
    sum.findings += right.findings
    sum.linkCount += right.linkCount
    return sum
  }

  mutating func expect(
    _ rule: String, _ uid: String?, _ object: String?, _ verdict: String, _ reason: String
  ) {
    findings.append(ExpectedFinding(rule: rule, uid: uid, object: object, verdict: verdict, reason: reason))
  }
}

/// The times of the sample, and the people in it.
struct Stage {
  let asOf: Timestamp

  /// When the exports were captured: five hours before the audit.
  var captured: Timestamp { asOf - .hours(5) }

  func ago(days: Int64 = 0, hours: Int64 = 0) -> Timestamp {
    asOf - .hours(days * 24 + hours)
  }

  static func sub(_ name: String) -> String { "demo.\(name).0001" }
  static func relay(_ name: String) -> String { "\(name)@privaterelay.appleid.com" }

  /// An account that signed up with Apple and hid its email.
  func anonymized(_ name: String, createdDaysAgo days: Int64 = 300) -> DemoAccount {
    DemoAccount(
      uid: "demo-\(name)", email: Self.relay(name), createdAt: ago(days: days),
      credentials: [.init(provider: "apple.com", id: Self.sub(name), email: Self.relay(name))])
  }
}
