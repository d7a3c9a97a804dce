import Testing

/// Each tenant has a file with its configuration of the sign-in provider.
@Suite struct ConfigurationNightsTests {
  private let rule = "config/apple-enabled"

  private func configuration(_ tenant: String? = nil, isEnabled: Bool = true) -> String {
    let parent = "projects/demo" + (tenant.map { "/tenants/\($0)" } ?? "")
    return #"{"name":"\#(parent)/defaultSupportedIdpConfigs/apple.com","enabled":\#(isEnabled),"#
      + #""clientId":"com.example.web","appleSignInConfig":{"codeFlowConfig":{"teamId":"T","keyId":"K","#
      + #""privateKey":"-"},"bundleIds":["com.example.app"]}}"#
  }

  private func files(_ configurations: [String: String]) -> [String: String] {
    configurations.merging(["users.json": Export.users("u1")]) { first, _ in first }
  }

  /// It is not judged again until its file is there.
  @Test(arguments: [["a", "b"], ["2026-11-06", "2026-11-07"]])
  func aFindingOfAMissingFileIsCarried(folders: [String]) throws {
    let nights = try Nights()
    let first = try nights.night(
      6, files(["idp.json": configuration(), "\(folders[0])/t1.json": configuration("t1", isEnabled: false)]))
    first.expect(rule, ["-": "fail disabled", "project": "pass"])
    for day in [7, 8] {
      let night = try nights.night(day, files(["idp.json": configuration()]))
      let finding = try #require(night.findings.first { $0.rule == rule })
      #expect(finding.says == "fail disabled")
      #expect(finding.object == "t1" && finding.state == "carried" && finding.judgedIn == first.run)
    }
    let last = try nights.night(
      9, files(["idp.json": configuration(), "\(folders[1])/t1.json": configuration("t1")]))
    #expect(last.resolved.contains { $0.rule == rule && $0.cause == "passed" })
  }

  /// The file that named it is there and names it no more, or there are as many under other names.
  @Test(arguments: [
    ["t1.json": [nil]], ["idp.json": ["t2"], "t1.json": [nil]], ["other.json": [nil], "another.json": ["t2"]],
  ])
  func aConfigurationThatIsGoneIsResolved(files: [String: [String?]]) throws {
    let nights = try Nights()
    try nights.night(6, self.files(["idp.json": configuration(), "t1.json": configuration("t1", isEnabled: false)]))
    let next = try nights.night(
      7, self.files(files.mapValues { $0.map { configuration($0) }.joined(separator: "\n") }))
    #expect(next.resolved.contains { $0.rule == rule && $0.cause == "subject-gone" })
    #expect(next.findings.allSatisfy { $0.rule != rule })
  }
}
