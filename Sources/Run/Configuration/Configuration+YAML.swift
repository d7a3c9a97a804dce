import Evidence
package import Foundation
import Intake
import Judgement
import Reporting
import Timestamps
import Vocabulary

extension Configuration {
  /// Reads a configuration file.
  ///
  /// - Throws: `ConfigurationError` with file, line, and the nearest known key.
  package init(contentsOf file: URL, name: String) throws {
    self = try ConfigurationFile(contentsOf: file, name: name).configuration
  }

  /// - Parameter name: the file, as errors name it.
  /// - Throws: `ConfigurationError` with file, line, and the nearest known key.
  package init(yaml text: String, name: String) throws {
    self.init()
    let root = try YAMLReader(
      text: text, file: name,
      keys: [
        "project", "inputs", "relay", "consent", "deletion", "apple", "evidence", "rules", "gate", "reports", "history",
        "waivers",
      ])
    project = try root.text("project")
    waivers = try root.text("waivers")
    inputs = try root.mappings(
      "inputs",
      keys: [
        "path", "kind", "captured_at", "mode", "columns", "constants", "time_unit", "where", "values", "ignore",
        "delimiter", "encoding", "pattern", "time_zone",
      ]
    ).map { try InputReader($0).input() }
    var paths: Set<String> = []
    for input in inputs where !paths.insert(input.path).inserted {
      throw ConfigurationError(
        file: name, line: input.line, problem: "`inputs` names `\(input.path)` twice; a file is read once, as one kind")
    }
    if let relay = try root.mapping("relay", keys: ["domains", "placeholder_domains", "senders"]) {
      relayDomains = try relay.texts("domains") ?? []
      for domain in relayDomains where domain.contains("@") || !domain.contains(".") {
        throw relay.error("domains", "must hold host names such as relay.example.com, not `\(domain)`")
      }
      placeholderDomains = try relay.texts("placeholder_domains") ?? []
      for domain in placeholderDomains where domain.contains("@") || domain.isEmpty {
        throw relay.error("placeholder_domains", "must hold host names such as none.example.com, not `\(domain)`")
      }
      relaySenders = try relay.texts("senders") ?? []
    }
    if let consent = try root.mapping("consent", keys: ["purposes", "unlink_within", "explicit"]) {
      unlinkWithin = try consent.duration("unlink_within") ?? unlinkWithin
      requiresExplicitConsent =
        try consent.value("explicit", "assumed or required") { ["assumed": false, "required": true][$0] }
        ?? requiresExplicitConsent
      if let purposes = try consent.mapping("purposes", keys: nil) {
        for kind in purposes.names { self.purposes[kind] = try purposes.texts(kind) ?? [] }
      }
    }
    try readDeletion(root)
    if let apple = try root.mapping("apple", keys: ["client_ids", "jwks", "auth_domains"]) {
      clientIDs = try apple.texts("client_ids") ?? []
      jwks = try apple.text("jwks")
      authDomains = try apple.texts("auth_domains") ?? []
      for domain in authDomains where domain.contains("/") || !domain.contains(".") {
        throw apple.error("auth_domains", "must hold host names such as auth.example.com, not `\(domain)`")
      }
    }
    if let evidence = try root.mapping(
      "evidence", keys: ["max_age", "max_drop", "max_orphans", "max_silence", "accounts", "accounts_tolerance"])
    {
      try readMaxAge(evidence)
      maxDrop = try evidence.value("max_drop", "a share such as 20%", Limit.share) ?? maxDrop
      maxOrphans = try evidence.value("max_orphans", "a share such as 5%", Limit.share) ?? maxOrphans
      maxSilence = try evidence.duration("max_silence") ?? maxSilence
      accounts =
        try evidence.value("accounts", "a number of accounts, or null") { text in
          ["null", "~", ""].contains(text) ? .some(nil) : Int(text).flatMap { $0 >= 0 ? .some($0) : nil }
        } ?? nil
      accountsTolerance =
        try evidence.value("accounts_tolerance", "a share such as 0.1%", Limit.share) ?? accountsTolerance
    }
    try readRules(root)
    try readGate(root)
    if let reports = try root.mapping("reports", keys: ["out", "formats", "pii", "locale"]) {
      reportFolder = try reports.text("out") ?? reportFolder
      formats = try Self.formats(reports) ?? formats
      personalData =
        try reports.value("pii", "masked, hashed or full") { PersonalData.Mode(rawValue: $0) } ?? personalData
      _ = try reports.value("locale", "en, the only language so far") { $0 == "en" ? $0 : nil }
    }
    if let history = try root.mapping("history", keys: ["store", "keep", "remember"]) {
      store = try history.text("store") ?? store
      keepHistory = try history.duration("keep")
      rememberEvidence =
        try history.value("remember", "a duration such as 400d, or 0") {
          $0 == "0" ? TimeSpan(milliseconds: 0) : TimeSpan($0)
        } ?? rememberEvidence
    }
  }

  private static func formats(_ reports: YAMLReader) throws -> [any Renderer]? {
    guard let names = try reports.texts("formats") else { return nil }
    do throws(FormatError) {
      return try ReportRenderers.named(names)
    } catch {
      throw reports.error("formats", "cannot be used: \(error.problem)")
    }
  }

  private mutating func readDeletion(_ root: YAMLReader) throws {
    guard
      let deletion = try root.mapping(
        "deletion", keys: ["revoke_within", "delete_within", "clock_skew", "required_proof", "cleanup"])
    else { return }
    revokeWithin = try deletion.duration("revoke_within") ?? revokeWithin
    deleteWithin = try deletion.duration("delete_within") ?? deleteWithin
    clockSkew = try deletion.duration("clock_skew") ?? clockSkew
    requiredProof = try deletion.choice("required_proof") ?? requiredProof
    cleanUp = try deletion.choice("cleanup") ?? cleanUp
  }

  private mutating func readRules(_ root: YAMLReader) throws {
    guard let rules = try root.mapping("rules", keys: ["paths", "disable", "severity", "params"]) else { return }
    rulePaths = try rules.texts("paths") ?? []
    disabledRules = try rules.texts("disable") ?? []
    if let severity = try rules.mapping("severity", keys: nil) {
      for rule in severity.names { severities[rule] = try severity.choice(rule) }
    }
    if let params = try rules.mapping("params", keys: nil) {
      for rule in params.names {
        guard let values = try params.mapping(rule, keys: nil) else { continue }
        for name in values.names { ruleParameters[rule, default: [:]][name] = try values.text(name) }
      }
    }
  }

  private mutating func readGate(_ root: YAMLReader) throws {
    guard
      let gate = try root.mapping(
        "gate",
        keys: ["fail_on", "scope", "baseline", "require", "optional", "max_inconclusive", "max_rejects"])
    else { return }
    self.gate.failOn =
      try gate.value("fail_on", "none, low, medium, high or critical", { FailOn($0) }) ?? self.gate.failOn
    self.gate.scope = try gate.choice("scope") ?? self.gate.scope
    baseline = try gate.text("baseline")
    self.gate.required = try Self.required(gate) ?? self.gate.required
    self.gate.optional = try Self.optional(gate)
    let limit = "a number or a share such as 5%"
    self.gate.maxInconclusive = try gate.value("max_inconclusive", limit, { Limit($0) })
    self.gate.maxRejects = try gate.value("max_rejects", limit, { Limit($0) }) ?? self.gate.maxRejects
  }

  private static func optional(_ gate: YAMLReader) throws -> Set<EvidenceKind> {
    let all = EvidenceKind.allCases.map(\.rawValue)
    return Set(
      try (gate.texts("optional") ?? []).map { name in
        guard let kind = EvidenceKind(rawValue: name) else {
          let nearest = NearestName.question(about: name, among: all)
          throw gate.error(
            "optional", "names `\(name)`, which is no kind\(nearest) Known here: \(all.joined(separator: ", "))")
        }
        return kind
      })
  }

  /// One duration is the accounts' alone; a mapping has one for each kind.
  private mutating func readMaxAge(_ evidence: YAMLReader) throws {
    guard evidence.isMapping("max_age") else {
      maxAge = try evidence.duration("max_age") ?? maxAge
      return
    }
    let kinds = EvidenceKind.allCases.filter { $0 != .logs }.map(\.rawValue)
    guard let ages = try evidence.mapping("max_age", keys: kinds) else { return }
    for name in ages.names {
      guard let kind = EvidenceKind(rawValue: name), let age = try ages.duration(name) else { continue }
      maxAges[kind] = age
    }
    maxAge = maxAges[.accounts] ?? maxAge
  }

  /// A text such as `auto` or `consents,links`, or a list of kinds.
  private static func required(_ gate: YAMLReader) throws -> RequiredKinds? {
    let kinds = EvidenceKind.allCases.map(\.rawValue).joined(separator: ", ")
    guard gate.isList("require") else {
      return try gate.value("require", "auto, none, or some of \(kinds)", { RequiredKinds($0) })
    }
    let list = try gate.texts("require") ?? []
    guard let required = RequiredKinds(list.joined(separator: ",")) else {
      throw gate.error("require", "must be auto, none, or a list of \(kinds)")
    }
    return required
  }
}
