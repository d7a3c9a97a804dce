import Testing

/// Exports that look whole and are none of the project's: what they lack is not gone.
@Suite struct ForeignExportTests {
  private static let rule = "deletion/account-removed"
  private static let own = (0..<10).map { "u\($0)" }
  private static let others = (0..<10).map { "x\($0)" }

  private func files(_ users: String) -> [String: String] {
    [
      "users.json": users, "requests.ndjson": Line.request("u0", time(-60)),
      "revocations.ndjson": Line.revocation("u0", time(-60)),
    ]
  }

  /// A page of Identity Toolkit.
  private static func page(_ uids: [String], tenant: String) -> String {
    let users = uids.map { Sample.user($0).replacing("\"localId\"", with: "\"tenantId\": \"\(tenant)\", \"localId\"") }
    return "{\"recordsCount\": \"\(uids.count)\", \"userInfo\": [\n" + users.joined(separator: ",\n") + "]}"
  }

  @Test(arguments: [
    ("{\"users\":[]}", "shows no account"), (Export.users(others), "none of the 10 accounts"),
    (page(others, tenant: "t2"), "none of the 10 accounts"), (page(["x0"], tenant: "t2"), "none of the 10 accounts"),
  ])
  func nobodyIsGone(export: String, reason: String) throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users(Self.own))).expect(Self.rule, ["u0": "fail still-present"])
    for day in [7, 8] {
      let foreign = try nights.night(day, files(export))
      #expect(foreign.status == 2, "\(foreign.reasons)")
      #expect(foreign.reasons.contains(reason), "\(foreign.reasons)")
      #expect(foreign.errors.contains(reason))
      foreign.expect(Self.rule, ["u0": "fail still-present"], "day \(day)")
      #expect(!foreign.resolved.contains { $0.rule == Self.rule })
    }
    let own = try nights.night(9, files(Export.users(Self.own)))
    #expect(own.isComplete, "\(own.reasons)")
    own.expect(Self.rule, ["u0": "fail still-present"])
  }

  @Test func tenantsAloneShowNothingOfOthers() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users("u0", "u1"))).expect(Self.rule, ["u0": "fail still-present"])
    let tenants = try nights.night(7, files(Self.page(["x0", "x1"], tenant: "t2")))
    #expect(tenants.status == 2)
    #expect(tenants.reasons.contains("tenants alone"), "\(tenants.reasons)")
    tenants.expect(Self.rule, ["u0": "fail still-present"])
  }

  /// The configuration says that it is true.
  @Test(arguments: ["{\"users\":[]}", Export.users(others), page(others, tenant: "t2")])
  func itIsReleased(export: String) throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users(Self.own)))
    let released = try nights.night(7, files(export), config: "gate: {optional: [accounts]}\n")
    #expect(released.isComplete, "\(released.reasons)")
    released.expect(Self.rule, ["u0": "pass"])
    let next = try nights.night(8, files(export))
    #expect(next.isComplete, "\(next.reasons)")
  }

  @Test func whatMayWellBeIsBelieved() throws {
    // A project that has nobody yet.
    let new = try Nights()
    for day in [6, 7] {
      let night = try new.night(day, ["users.json": "{\"users\":[]}", "requests.ndjson": ""])
      #expect(night.isComplete, "\(night.reasons)")
    }
    // A small project may turn over, and one account is enough to know a project by.
    for (before, after) in [(Array(Self.own.prefix(9)), Self.others), (Self.own, Self.others + ["u9"])] {
      let nights = try Nights()
      try nights.night(6, files(Export.users(before)))
      let night = try nights.night(7, files(Export.users(after)))
      #expect(night.isComplete, "\(night.reasons)")
      night.expect(Self.rule, ["u0": "pass"])
    }
  }

  /// Whoever has requests has, or had, accounts: the first export of all has gone wrong.
  @Test func anExportWithoutAccountsShowsNothingOfPeopleWhomOthersName() throws {
    let empty = "{\"users\":[]}"
    let nights = try Nights()
    for (day, files) in [(6, files(empty)), (7, files(empty)), (8, ["users.json": empty])] {
      let night = try nights.night(day, files)
      #expect(night.status == 2, "day \(day)")
      #expect(night.reasons.contains("it shows no account, and other evidence names people"), "\(night.reasons)")
      night.expect(Self.rule, ["u0": "inconclusive export-incomplete"], "day \(day)")
    }
    let whole = try nights.night(9, files(Export.users(Self.own)))
    #expect(whole.isComplete, "\(whole.reasons)")
    whole.expect(Self.rule, ["u0": "fail still-present"])

    let released = try Nights().night(6, files(empty), config: "gate: {optional: [accounts]}\n")
    #expect(released.isComplete, "\(released.reasons)")
  }

  /// An older night may show none of the accounts of a later one.
  @Test func historyIsNotForeign() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users(Self.own)))
    let older = try nights.night(7, captured: 5, files(Export.users(Self.others)))
    #expect(older.isComplete, "\(older.reasons)")
  }
}
