extension KeptReport {
  /// Adds what `page` holds to the report of the same object.
  ///
  /// - Throws: `JSONObject.Malformed`.
  static func read(_ page: JSONObject, into report: inout Report) throws {
    report.flagged = try page.optionalObject("flagged").map(flagged)
    report.frameworks = try page.objects("frameworks").map(framework)
    report.limits = try page.texts("limits")
    let rules = try page.objects("rules")
    guard try rules.map({ try $0.text("id") }) == report.rules.map(\.id) else {
      throw JSONObject.Malformed(key: "rules")
    }
    for (index, rule) in rules.enumerated() {
      report.rules[index].guidance = try rule.optionalObject("guidance").map(guidance)
    }
  }

  private static func flagged(_ object: JSONObject) throws -> FlaggedAccounts {
    FlaggedAccounts(
      count: try object.number("count"),
      first: try object.objects("first").map {
        FlaggedAccount(
          uid: try $0.text("uid"), email: try $0.optionalText("email"),
          relayDomain: try $0.optionalText("relay_domain"), providers: try $0.text("providers"),
          firstSeen: try $0.time("first_seen"))
      })
  }

  private static func guidance(_ object: JSONObject) throws -> Report.Guidance {
    Report.Guidance(
      rationale: try object.text("rationale"),
      reasons: try object.objects("reasons").map {
        Report.Guidance.Reason(
          reason: try $0.text("reason"), message: try $0.text("message"), remediation: try $0.text("remediation"))
      },
      requirements: try object.texts("requirements"), period: try object.optionalText("period"))
  }

  private static func framework(_ object: JSONObject) throws -> Report.Framework {
    Report.Framework(
      name: try object.text("name"), title: try object.text("title"), url: try object.text("url"),
      requirements: try object.objects("requirements").map {
        Report.Requirement(
          id: try $0.text("id"), text: try $0.text("text"), state: try $0.word("state"), rules: try $0.texts("rules"))
      })
  }
}
