package import Timestamps
import Vocabulary

/// Takes a forgotten person out of a report that the store keeps (docs/contract.md, section 9).
///
/// Every number stays, and so does every finding with its rule, verdict and state. What says whom it is about goes.
package struct Redaction: Sendable {
  /// By the id of each finding about the person, the id that stands in its place: the ids are made of names.
  package var ids: [String: String]
  /// When the person was forgotten.
  package var time: Timestamp
  /// Whether an account is the person's, as the report shows it.
  private let isTheirs: @Sendable (FlaggedAccount) -> Bool
  /// Whether a name in a waiver's scope is the person's, as the report shows it.
  private let isName: @Sendable (String) -> Bool
  /// Take the person's names out of texts and paths.
  private let scrubText: @Sendable (String) -> String
  private let scrubPath: @Sendable (String) -> String

  package init(
    ids: [String: String], time: Timestamp, isTheirs: @escaping @Sendable (FlaggedAccount) -> Bool,
    isName: @escaping @Sendable (String) -> Bool,
    scrubText: @escaping @Sendable (String) -> String, scrubPath: @escaping @Sendable (String) -> String
  ) {
    self.ids = ids
    self.time = time
    self.isTheirs = isTheirs
    self.isName = isName
    self.scrubText = scrubText
    self.scrubPath = scrubPath
  }

  /// - Returns: how many of the report's findings were about the person; nil where nothing in it was.
  /// - Throws: `CannotWrite`.
  package func apply(to report: inout Report) throws -> Int? {
    let findings = report.findings
    // They may be a million, and are compared one by one.
    report.findings = FindingArray()
    let before = report
    let redacted = try redacted(findings, &report.forgotten)
    for index in report.resolved.indices { replace(&report.resolved[index].id) }
    redactRegisters(of: &report)
    scrubTexts(of: &report)
    let isChanged = redacted != nil || report != before
    report.findings = redacted?.findings ?? findings
    guard isChanged else { return nil }
    sayRedacted(in: &report)
    return redacted?.count ?? 0
  }

  // MARK: - Findings

  /// The findings of one rule stand in a row.
  private struct Group: Hashable {
    var severity: Severity
    var rule: String

    init(_ finding: Report.Finding) {
      severity = finding.severity
      rule = finding.rule
    }
  }

  /// The findings without the person, in their order, but that within a rule those about people who were forgotten come
  /// first, as those without a uid do; nil where nothing in them was the person's.
  ///
  /// - Parameter forgotten: ids of findings about people who were forgotten; gets the person's new ones.
  private func redacted(
    _ findings: FindingArray, _ forgotten: inout Set<String>
  ) throws -> (findings: FindingArray, count: Int)? {
    let before = forgotten
    var first: [Group: [Report.Finding]] = [:]
    var scrubbed = CitedPaths(scrub: scrubbedPath)
    var (count, isChanged) = (0, false)
    for var finding in findings {
      if let id = ids[finding.id] {
        redact(&finding, id)
        forgotten.insert(id)
        count += 1
      } else if !before.contains(finding.id) {
        isChanged = isChanged || scrub(&finding, &scrubbed)
        continue
      }
      first[Group(finding), default: []].append(finding)
    }
    guard isChanged || count > 0 else { return nil }
    var builder = FindingArray.Builder()
    var group: Group?
    for var finding in findings {
      if group != Group(finding) {
        group = Group(finding)
        for finding in first[Group(finding)] ?? [] { try builder.append(finding) }
      }
      guard ids[finding.id] == nil, !before.contains(finding.id) else { continue }
      _ = scrub(&finding, &scrubbed)
      try builder.append(finding)
    }
    try findings.check()
    return (try builder.finish(), count)
  }

  /// The paths that findings cite: few, and each is cited by many.
  private struct CitedPaths {
    let scrub: (String) -> String
    private var known: [String: String] = [:]

    init(scrub: @escaping (String) -> String) { self.scrub = scrub }

    mutating func scrubbed(_ path: String) -> String {
      if let known = known[path] { return known }
      let scrubbed = scrub(path)
      known[path] = scrubbed
      return scrubbed
    }
  }

  /// Whether anything in the finding changed.
  private func scrub(_ finding: inout Report.Finding, _ paths: inout CitedPaths) -> Bool {
    var isChanged = false
    for index in finding.evidence.indices {
      let path = finding.evidence[index].source
      let other = paths.scrubbed(path)
      guard other != path else { continue }
      finding.evidence[index].source = other
      isChanged = true
    }
    // What a record says of others may name the person.
    isChanged = scrub(&finding.message, by: scrubPath) || isChanged
    for index in finding.evidence.indices {
      isChanged = scrub(&finding.evidence[index].summary, by: scrubPath) || isChanged
    }
    if finding.subject.isNobody {
      // About a source: the object is its path, which the message names.
      let before = (finding.object, finding.message)
      finding.object = finding.object.map { paths.scrubbed($0) }
      finding.message = scrubbedPath(finding.message)
      isChanged = isChanged || before != (finding.object, finding.message)
    }
    if let reason = finding.waiver?.reason {
      let other = scrubbed(reason)
      isChanged = isChanged || other != reason
      finding.waiver?.reason = other
    }
    return isChanged
  }

  /// Whether the text changed.
  private func scrub(_ text: inout String, by scrub: (String) -> String) -> Bool {
    let other = scrub(text)
    guard other != text else { return false }
    text = other
    return true
  }

  private func replace(_ id: inout String) { id = ids[id] ?? id }

  private var day: String { time.readableDate }

  private func redact(_ finding: inout Report.Finding, _ id: String) {
    finding.id = id
    finding.message = "This finding was about a person who was forgotten on \(day)."
    finding.subject = Report.Subject(
      project: finding.subject.project, tenant: nil, uid: nil, email: nil, appleSub: nil)
    finding.object = nil
    finding.dueAt = nil
    // Places in the company's own files, where the person may still be read.
    finding.evidence = []
    if finding.waiver != nil { finding.waiver?.reason = "The person was forgotten on \(day)." }
  }

  private func redactRegisters(of report: inout Report) {
    for index in report.waivers.indices {
      let known = report.waivers[index].findings
      report.waivers[index].findings = known.map { ids[$0] ?? $0 }
      if !known.isEmpty, known.allSatisfy({ ids[$0] != nil }) {
        report.waivers[index].reason = "The person was forgotten on \(day)."
      }
    }
    if let stale = report.baseline?.stale { report.baseline?.stale = stale.map { ids[$0] ?? $0 }.sorted() }
    report.flagged?.replaceFirst { account in
      isTheirs(account) ? account.forgotten : account
    }
  }

  /// What sources said of records that they rejected, what people wrote, and names of files.
  private func scrubTexts(of report: inout Report) {
    for index in report.sources.indices {
      scrub(path: &report.sources[index].path)
      for reject in report.sources[index].rejects.indices { scrub(&report.sources[index].rejects[reject].reason) }
    }
    for index in report.waivers.indices {
      scrub(&report.waivers[index].reason)
      if let ticket = report.waivers[index].ticket { report.waivers[index].ticket = scrubbed(ticket) }
      redactScope(of: &report.waivers[index])
    }
    for index in report.gate.reasons.indices { scrub(path: &report.gate.reasons[index]) }
    for index in report.limits.indices { scrub(path: &report.limits[index].text) }
    for index in report.rules.indices {
      if let text = report.rules[index].notEvaluated { report.rules[index].notEvaluated = scrubPath(text) }
    }
    if let path = report.baseline?.path { report.baseline?.path = scrubPath(path) }
  }

  /// A scope is made of names: of one that has the person's, the rule stays.
  private func redactScope(of waiver: inout Report.WaiverEntry) {
    func redacted(_ name: String?) -> String? { name.map { isName($0) ? "(forgotten)" : scrubbed($0) } }
    guard var scope = waiver.scope else { return }
    (scope.uid, scope.object) = (redacted(scope.uid), redacted(scope.object))
    waiver.scope = scope
  }

  private func scrub(_ text: inout String) { text = scrubbed(text) }
  private func scrub(path: inout String) { path = scrubbedPath(path) }
  private func scrubbedPath(_ path: String) -> String { scrubPath(withoutIDs(path)) }
  private func scrubbed(_ text: String) -> String { scrubText(withoutIDs(text)) }

  /// A note on the baseline names findings.
  private func withoutIDs(_ text: String) -> String {
    guard text.contains(FindingID.prefix) else { return text }
    return ids.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }

  private static let end = "Every number is as it was."

  /// One limit speaks of all who were forgotten.
  private func sayRedacted(in report: inout Report) {
    report.limits.removeAll { ($0.code == nil || $0.code == Self.code) && $0.text.hasSuffix(Self.end) }
    let what =
      switch report.forgotten.count {
      case 0: "Names of people who have since been forgotten were removed from this report"
      case 1: "One finding in this report was redacted because the person whom it concerned was forgotten"
      case let count:
        "\(count) findings in this report were redacted because the people whom they concerned were forgotten"
      }
    report.limits.append(
      Report.Limit(
        code: report.version == .one ? nil : Self.code, text: "\(what), most recently on \(day). \(Self.end)"))
  }

  private static let code = "redacted"
}

extension Report.Subject {
  fileprivate var isNobody: Bool { uid == nil && email == nil && appleSub == nil }
}

extension FlaggedAccount {
  /// What stands in its place when its person was forgotten.
  package var forgotten: FlaggedAccount {
    FlaggedAccount(uid: "(forgotten)", email: nil, relayDomain: nil, providers: "", firstSeen: firstSeen)
  }
}
