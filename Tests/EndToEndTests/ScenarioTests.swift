import Testing

/// Stories written from `docs/contract.md`, section 6, by what each decision there is about, to prove the program
/// wrong.
@Suite struct ScenarioTests {
  @Test(arguments: try Scenario.all.get()) func theReportSaysWhatIsPromised(scenario: Scenario) throws {
    guard let open = scenario.open else { return try scenario.check() }
    withKnownIssue("\(open)") { try scenario.check() }
  }

  @Test func namesAreTheirOwn() throws {
    let names = try Scenario.all.get().map(\.testDescription)
    #expect(Set(names).count == names.count)
  }
}
