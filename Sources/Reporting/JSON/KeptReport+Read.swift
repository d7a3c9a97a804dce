extension KeptReport {
  /// Adds what `page` holds to the report of the same object.
  ///
  /// - Throws: `JSONObject.Malformed`.
  static func read(_ page: JSONObject, into report: inout Report) throws {
    report.personalData = try page.optionalText("personal_data").flatMap(PersonalData.Mode.init)
    if page.has("published_ids") { report.hasPublishedIDs = try page.flag("published_ids") }
    if page.has("forgotten") { report.forgotten = Set(try page.texts("forgotten")) }
    if page.has("affected_persons") { report.affectedPersons = try page.number("affected_persons") }
    if page.has("turned") { report.newlyFailing = try newlyFailing(page.object("turned")) }
    if page.has("settings") { report.settings = try page.objects("settings").map(setting) }
    if page.has("listed") { report.listed = try page.number("listed") }
    report.frameworks = try page.objects("frameworks").map(framework)
    let rules = try page.objects("rules")
    guard try rules.map({ try $0.text("id") }) == report.rules.map(\.id) else {
      throw JSONObject.Malformed(key: "rules")
    }
    for (index, rule) in rules.enumerated() {
      guard let guidance = try rule.optionalObject("guidance") else { continue }
      report.rules[index].guidance = try self.guidance(guidance)
      if report.version == .one { report.rules[index].reasons = try guidance.objects("reasons").map(reason) }
    }
    switch report.version {
    case .one:
      report.flagged = try page.optionalObject("flagged").map { try FlaggedAccounts($0, shown: "first") }
      report.limits = try page.texts("limits").map { Report.Limit(code: nil, text: $0) }
    case .two:
      try read(coverage: page.objects("coverage"), into: &report.coverage)
    }
  }

  private static func read(coverage kinds: [JSONObject], into coverage: inout [Report.Coverage]) throws {
    guard try kinds.map({ try $0.text("kind") }) == coverage.map(\.kind) else {
      throw JSONObject.Malformed(key: "coverage")
    }
    for (index, kind) in kinds.enumerated() {
      coverage[index].supplied = try kind.flag("supplied")
      coverage[index].capturedTo = try kind.optionalTime("captured_to")
    }
  }

  private static func newlyFailing(_ object: JSONObject) throws -> Report.Counts {
    Report.Counts(
      inconclusive: try object.number("inconclusive"), pending: try object.number("pending"),
      manual: try object.number("manual"), waived: try object.number("waived"))
  }

  private static func setting(_ object: JSONObject) throws -> Report.Setting {
    Report.Setting(
      key: try object.text("key"), meaning: try object.optionalText("meaning"), value: try object.text("value"),
      isConfigured: try object.flag("configured"), rules: try object.texts("rules"))
  }

  private static func guidance(_ object: JSONObject) throws -> Report.Guidance {
    Report.Guidance(
      rationale: try object.text("rationale"), requirements: try object.texts("requirements"),
      period: try object.optionalText("period"))
  }

  private static func reason(_ object: JSONObject) throws -> Report.Reason {
    Report.Reason(
      reason: try object.text("reason"), message: try object.text("message"),
      remediation: try object.text("remediation"))
  }

  private static func framework(_ object: JSONObject) throws -> Report.Framework {
    Report.Framework(
      name: try object.text("name"), title: try object.text("title"), url: try object.text("url"),
      requirements: try object.objects("requirements").map(Report.Requirement.init))
  }
}

extension FlaggedAccounts {
  /// - Parameter shown: the key of the accounts.
  init(_ object: JSONObject, shown: String) throws {
    self.init(
      count: try object.number("count"),
      first: try object.objects(shown).map {
        FlaggedAccount(
          uid: try $0.text("uid"), email: try $0.optionalText("email"),
          relayDomain: try $0.optionalText("relay_domain"), providers: try $0.text("providers"),
          firstSeen: try $0.time("first_seen"))
      })
  }
}

extension Report.Requirement {
  init(_ object: JSONObject) throws {
    self.init(
      id: try object.text("id"), text: try object.text("text"), state: try object.word("state"),
      rules: try object.texts("rules"), disabled: object.has("disabled") ? try object.texts("disabled") : [])
  }
}
