import Evidence
import Foundation
import Intake
import Reporting
import Testing
import Timestamps
import Vocabulary

@testable import Judgement
@testable import Run

@Suite struct ConfigurationTests {
  /// The example of the documentation, key for key.
  @Test func readsEveryKey() throws {
    let configuration = try Configuration(
      yaml: """
        project: my-app
        inputs:
          - path: exports/users.json
          - path: exports/cmp.csv
            kind: consents
            captured_at: 2026-11-20T01:00:00Z
            columns: {uid: customer_id, purpose: topic, given_at: ts}
            constants: {explicit: true}
            time_unit: s
            mode: snapshot
        relay:     {domains: [relay.example.com], placeholder_domains: [None.example.com],
          senders: [noreply@my-app.firebaseapp.com, example.com]}
        consent:   {purposes: {email: [apple_link_email], phone: [], social: []}, unlink_within: 48h, explicit: required}
        deletion:  {revoke_within: 24h, delete_within: 14d, clock_skew: 5m, required_proof: strong, cleanup: triggers}
        apple:     {client_ids: [com.example.app], jwks: apple-keys.json}
        evidence:  {max_age: 12h, max_drop: 10%, max_orphans: 1%}
        rules:     {paths: [], disable: [evidence/stale], severity: {relay/shared-address: low}}
        gate:      {fail_on: critical, scope: new, baseline: known.txt, require: none, optional: [mail, sign-ins],
          max_inconclusive: 5%, max_rejects: 3}
        reports:   {out: out, formats: [json], pii: hashed, locale: en}
        history:   {store: s.sqlite, keep: 400d, remember: 90d}
        waivers:   waivers.yaml
        """, name: "relay-audit.yaml")
    #expect(configuration.project == "my-app")
    #expect(configuration.inputs.map(\.path) == ["exports/users.json", "exports/cmp.csv"])
    #expect(configuration.inputs[1].kind == .consents)
    #expect(configuration.inputs[1].columns["purpose"] == "topic")
    #expect(configuration.inputs[1].constants == ["explicit": "true"])
    #expect(configuration.inputs[1].timeUnit == .seconds)
    #expect(configuration.inputs.map(\.mode) == [nil, .snapshot])
    #expect(configuration.inputs[1].capturedAt?.rfc3339 == "2026-11-20T01:00:00.000Z")
    #expect(configuration.relayDomains == ["relay.example.com"])
    #expect(configuration.relayHosts.classify("a@none.example.com") == .placeholder)
    #expect(configuration.relayHosts.classify("a@relay.example.com") == .relay)
    #expect(configuration.purposes["email"] == ["apple_link_email"])
    #expect(configuration.requiresExplicitConsent)
    #expect(configuration.unlinkWithin == .hours(48))
    #expect(configuration.revokeWithin == .hours(24))
    #expect(configuration.deleteWithin == .days(14))
    #expect(configuration.clockSkew == .minutes(5))
    #expect(configuration.requiredProof == .strong)
    #expect(configuration.cleanUp == .triggers)
    #expect(configuration.maxAge == .hours(12))
    #expect(configuration.maxDrop == Share(permille: 100))
    #expect(configuration.disabledRules == ["evidence/stale"])
    #expect(configuration.severities == ["relay/shared-address": .low])
    #expect(configuration.gate.failOn == .severity(.critical))
    #expect(configuration.gate.scope == .new)
    #expect(configuration.gate.required == .these([]))
    #expect(configuration.gate.optional == [.mail, .signIns])
    #expect(configuration.baseline == "known.txt")
    #expect(configuration.rememberEvidence == .days(90))
    #expect(configuration.gate.maxInconclusive == .share(Share(permille: 50)))
    #expect(configuration.gate.maxRejects == .count(3))
    #expect(configuration.formats.map(\.name) == ["json"])
    #expect(configuration.personalData == .hashed)
    #expect(configuration.store == "s.sqlite")
    #expect(configuration.keepHistory == .days(400))
    #expect(configuration.waivers == "waivers.yaml")
  }

  @Test func whatNoConfigurationNeedsIsRefused() throws {
    func problem(_ yaml: String) -> String? {
      do {
        _ = try Configuration(yaml: yaml, name: "relay-audit.yaml")
        return nil
      } catch {
        return "\(error)"
      }
    }
    let long = String(repeating: "a", count: 1_100_000)
    #expect(problem("project: a\nhistory:\n  store: \(long)\n")?.contains("more than 1048576 bytes") == true)
    // Each name stands for ten times what the one before does.
    let many =
      "a: &a [x]\n"
      + zip("abcdefgh", "bcdefghi").map { name, next in
        "\(next): &\(next) [\(Array(repeating: "*\(name)", count: 10).joined(separator: ","))]\n"
      }.joined()
    #expect(problem(many)?.contains("more than 1000000 values") == true)
  }

  @Test func agesMayBeGivenByKind() throws {
    let configuration = try Configuration(
      yaml: "evidence: {max_age: {accounts: 24h, revocations: 48h, consents: 8d}}", name: "relay-audit.yaml")
    #expect(configuration.maxAge == .hours(24))
    #expect(configuration.maxAges == [.accounts: .hours(24), .revocations: .hours(48), .consents: .days(8)])
    let single = try Configuration(yaml: "evidence: {max_age: 48h}", name: "relay-audit.yaml")
    #expect(single.maxAge == .hours(48) && single.maxAges.isEmpty)
    #expect(try Configuration(yaml: "history: {remember: 0}", name: "").rememberEvidence.milliseconds == 0)
    #expect(try Configuration(yaml: "", name: "").rememberEvidence == .days(400))
  }

  @Test(arguments: [
    ("evidence:\n  max_age:\n    revocation: 48h", 3, "did you mean `revocations`?"),
    ("evidence:\n  max_age:\n    mail: soon", 3, "must be a duration"),
    (
      "gate:\n  optional: [mail, sign-in]", 2,
      "names `sign-in`, which is not a kind of evidence; did you mean `sign-ins`?"
    ),
    ("gate: {optional: mail}", 1, "must be a list"),
    ("gate: {basline: x}", 1, "did you mean `baseline`?"),
    ("history:\n  remember: ever", 2, "must be a duration such as 400d, or 0, not `ever`"),
    ("history: {rember: 0}", 1, "did you mean `remember`?"),
    ("projct: x", 1, "did you mean `project`?"),
    ("a: [\n", 2, "the file is not valid YAML"), ("a: [\nb: 1", 3, "from line 1 on)"),
    ("deletion:\n  revoke_within: soon", 2, "must be a duration such as 90m, 72h or 30d, not `soon`"),
    ("deletion:\n  revoke_withn: 1h", 2, "did you mean `revoke_within`?"),
    ("gate: [1]", 1, "must be a mapping"),
    ("gate: {fail_on: severe}", 1, "must be one of none, low, medium, high, critical, not `severe`"),
    ("gate: {max_rejects: -1}", 1, "a number or a share"),
    ("gate: {require: [consent]}", 1, "must be auto, none, or a list of"),
    ("gate: {require: []}", 1, "must be auto, none, or a list of"),
    ("gate: {require: [consents, [links]]}", 1, "must be a list of text values"),
    ("gate: {require: {consents: true}}", 1, "must be text"),
    ("gate: {require: 'consents,'}", 1, "auto, none, or some of"),
    ("gate: {require: 'consents,link'}", 1, "auto, none, or some of"),
    ("gate: {scope: newest}", 1, "must be one of all, new"),
    ("rules: {severity: {consent/link-email: severe}}", 1, "must be one of low, medium, high, critical"),
    ("inputs:\n  - kind: consents", 2, "`inputs[0].path` is missing"),
    ("inputs:\n  - path: x\n    kind: consent", 3, "logs, not `consent`; did you mean `consents`?"),
    ("inputs:\n  - path: x\n    captured_at: 2026-11-20", 3, "RFC 3339"),
    ("inputs:\n  - path: x\n    mode: table", 3, "`inputs[0].mode` must be one of snapshot, not `table`"),
    ("project: a\nproject: b", 1, "`project` is given twice"),
    ("relay: {domains: [a@b.example]}", 1, "host names"),
    ("relay:\n  placeholder_domains: [a@b.example]", 2, "host names"),
    ("relay: {placeholder_domain: [b.example]}", 1, "did you mean `placeholder_domains`?"),
    ("consent:\n  purposes:\n    phones: [x]", 3, "is no kind of link; did you mean `phone`?"),
    ("consent:\n  explicit: yes", 2, "must be one of assumed, required, not `yes`"),
    ("reports: {pii: hash}", 1, "must be one of masked, hashed, full, not `hash`; did you mean `hashed`?"),
    ("reports:\n  formats: [json, pdf]", 2, "there is no format `pdf`; formats are html, json, "),
    ("reports: {formats: []}", 1, "name at least one format"),
    ("reports: {formats: [flagged-accounts]}", 1, "there is no format `flagged-accounts`"),
  ])
  func aMistakeIsNamedWithItsLine(yaml: String, line: Int, problem: String) {
    do {
      _ = try Configuration(yaml: yaml, name: "relay-audit.yaml")
      Issue.record("it was read")
    } catch let error as ConfigurationError {
      #expect(error.file == "relay-audit.yaml")
      #expect(error.line == line, "\(error)")
      #expect(error.problem.contains(problem), "\(error)")
    } catch {
      Issue.record("\(error)")
    }
  }

  /// The hash in the report is that of the bytes that were parsed.
  @Test func theFileIsHashedAsItWasParsed() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = "project: a\ninputs: [{path: x}]\n"
    try Data(text.utf8).write(to: file)
    var options = AuditOptions()
    options.config = file.path
    let settings = try AuditSettings(options)
    #expect(settings.configuration.project == "a")
    #expect(settings.configSHA256 == SHA256Text.hex(of: Data(text.utf8)))
  }

  @Test(arguments: [["pdf"], ["html", ""], []])
  func unknownFormatsAreUsageErrors(names: [String]) throws {
    var options = AuditOptions()
    options.inputs = ["x"]
    options.formats = names
    #expect(throws: UserError.self) { try AuditSettings(options) }
    options.formats = ["json", "html", "json"]
    #expect(try AuditSettings(options).configuration.formats.map(\.name) == ["html", "json"])
  }

  @Test func anEmptyFileSaysNothing() throws {
    #expect(try Configuration(yaml: "", name: "x").gate.failOn == .severity(.high))
    #expect(try Configuration(yaml: "# only words\n", name: "x").formats.map(\.name) == ["html", "json"])
  }
}
