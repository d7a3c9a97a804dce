import Foundation
import Testing

/// What `forget` says and does for whom (docs/contract.md, section 9).
@Suite struct ForgetTests {
  private let rule = "deletion/token-revoked"
  private let linked = "consent/link-phone"

  private func files(_ uids: [String], _ more: [String: String] = [:]) -> [String: String] {
    [
      "users.json": Export.users(uids), "deletions.ndjson": uids.map { Line.request($0, time(1)) }.joined(),
      "revocations.ndjson": Line.revocation("nobody", time(1)),
    ].merging(more) { $1 }
  }

  @Test(arguments: [
    [], ["--uid", "a", "--email", "a@example.com"], ["--uid", " "], ["--email", "nobody"], ["--phone", "none"],
  ]) func badArguments(arguments: [String]) throws {
    #expect(try Workplace().run(["forget"] + arguments).status == 64)
  }

  /// The command that it advises writes the reports without the person, as it stands.
  @Test func theAdviceWorksAsShown() throws {
    let place = try Workplace()
    try place.write("night/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2")))
    try place.write("night/consents.ndjson", Sample.consent("u2", "link:phone", "2026-01-01T00:00:00Z"))
    try place.write("own/relay-audit.yaml", "project: an app\nreports: {out: my reports}\n")
    let config = ["--config", "own/relay-audit.yaml"]
    #expect(try place.run(["audit", "night", "--as-of", Workplace.asOf] + config).status == 1)
    let uids = { try place.findings("own/my reports").compactMap(\.uid) }
    #expect(try uids().contains("u1"))
    let outcome = try place.run(["forget", "--uid", "u1"] + config)
    #expect(outcome.status == 0, "\(outcome)")
    let parts = (outcome.output + outcome.errors).split(separator: "`", omittingEmptySubsequences: false)
    let command = try #require(parts.first { $0.contains(" report last ") })
    let again = try place.run(["-c", String(command)], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(again.status == 0, "\(command): \(again)")
    #expect(try !uids().contains("u1"))
  }

  /// It is about the store and the project that were named, not about those of the configuration.
  @Test func theAdviceIsAboutTheStoreAndTheProjectThatWereNamed() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2")))
    try place.write("relay-audit.yaml", "project: other\n")
    let named = ["--store", "m.sqlite", "--project", "p"]
    #expect(try place.run(["audit", "in", "--as-of", Workplace.asOf] + named).status < 3)
    let outcome = try place.run(["forget", "--uid", "u1"] + named)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains(" report last --store m.sqlite --out reports/out --project p`"), "\(outcome)")
  }

  @Test func nobodyToForget() throws {
    let nights = try Nights()
    #expect(try nights.forget("--uid", "first").status == 66)
    try nights.night(5, files(["first"]))
    let store = try nights.store
    for (option, name) in [
      ("--uid", "second"), ("--email", "x@example.com"), ("--phone", "+1555"), ("--apple-sub", "1"),
    ] {
      let outcome = try nights.forget(option, name)
      #expect(outcome.status == 66, "\(option)")
      #expect(outcome.errors.contains("nobody of that name"))
    }
    #expect(try nights.forget("--uid", "first", "--project", "other").status == 66)
    #expect(try nights.store == store)
  }

  @Test(arguments: [
    ("--uid", "first"), ("--email", "First@PrivateRelay.AppleID.com"), ("--apple-sub", "001.sub-first.1"),
    ("--phone", "+1 (555) 0101"),
  ]) func byEachName(option: String, name: String) throws {
    let nights = try Nights()
    let users = [
      "users.json": Export.users(["first", "second"], phones: ["first": "+15550101", "second": "+15550102"])
    ]
    let night = try nights.night(5, files(["first", "second"], users))
    let outcome = try nights.forget(option, name)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try StoreSearch(place: nights.place).places(of: ["sub-first", "first@", "15550101", "r-first"]) == [])
    let verified = try nights.run("verify")
    #expect(verified.status == 0, "\(verified)")
    #expect(verified.output.contains("has a report from which a person was removed"))
    let next = try nights.night(6, files(["second"], users.mapValues { _ in Export.users("second") }))
    next.expect(rule, ["second": "fail no-revocation"])
    #expect(next.finding(rule, "second")?.id == night.finding(rule, "second")?.id)
    #expect(next.finding(rule, "second")?.state == "existing")
    #expect(
      next.resolved.allSatisfy { resolved in night.findings.contains { $0.id == resolved.id && $0.uid != "first" } })
  }

  /// Evidence still shows the person; the account is gone from exports. A second time there is nothing to forget.
  @Test func sourcesThatStillShowThePerson() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    let again = try nights.forget("--uid", "first")
    #expect(again.status == 66)
    #expect(again.errors.contains("has been forgotten before"))
    let users = ["users.json": Export.users("second")]
    for day in 6...7 {
      let night = try nights.night(day, files(["first", "second"], users))
      night.expect(rule, ["second": "fail no-revocation"])
      #expect(night.population["deletion_requests"] as? Int == 1)
      #expect(night.coverage("deletions")["records"] as? Int == 1)
      #expect(
        night.output.contains("1 record of `in/deletions.ndjson` (`deletions`) still names somebody who was forgotten"))
      #expect(try StoreSearch(place: nights.place).places(of: ["r-first", "sub-first"]) == [])
    }
    // The limit is said as long as it is so.
    let clean = try nights.night(8, files(["second"]))
    #expect(!clean.output.contains("forgotten"))
  }

  /// An export that shows the account is judged in full, and so are its records.
  @Test func aPersonWhoIsBack() throws {
    let nights = try Nights()
    let before = try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    for day in 6...7 {
      let night = try nights.night(day, files(["first", "second"]))
      night.expect(rule, ["first": "fail no-revocation", "second": "fail no-revocation"])
      #expect(night.finding(rule, "first")?.id == before.finding(rule, "first")?.id)
      #expect(night.output.contains("is back: an export of this run shows the account"))
      #expect(!night.output.contains("neither judged nor remembered"))
    }
    // And can be forgotten again.
    #expect(try nights.forget("--uid", "first").status == 0)
    #expect(try StoreSearch(place: nights.place).places(of: ["r-first", "sub-first"]) == [])
    let night = try nights.night(8, files(["first", "second"], ["users.json": Export.users("second")]))
    night.expect(rule, ["second": "fail no-revocation"])
    #expect(night.output.contains("neither judged nor remembered"))
  }

  /// Apple's `sub` and relay address are the person's under whatever uid; records of the old uid are still nobody's.
  @Test(arguments: ["001.sub-first.1", "first@privaterelay.appleid.com"])
  func aPersonWhoIsBackUnderAnotherUid(name: String) throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    let other = Sample.user("third").replacing(
      name.contains("@") ? Line.relay("third") : Line.sub("third"), with: name)
    let users = ["users.json": Sample.export(other, Sample.user("second"))]
    for day in 6...7 {
      let night = try nights.night(day, files(["first", "second"], users))
      #expect(night.limits.contains("forgotten-back") && night.limits.contains("forgotten"), "\(night.limits)")
      night.expect(rule, ["second": "fail no-revocation"])
    }
    let clean = try nights.night(8, files(["second"]))
    #expect(!clean.limits.contains("forgotten-back"))
  }

  /// The run that showed the person again is withdrawn: then nobody shows the person.
  @Test func aPersonWhoWasBackByMistake() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    try nights.night(6, files(["first", "second"]))
    #expect(try nights.run("history", "--withdraw", "last", "--reason", "An old export.").status == 0)
    let night = try nights.night(7, files(["first", "second"], ["users.json": Export.users("second")]))
    night.expect(rule, ["second": "fail no-revocation"])
    #expect(night.output.contains("neither judged nor remembered"))
  }

  /// What a record adds to the names of a forgotten person is known from then on.
  @Test func furtherNames() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    let users = ["users.json": Export.users("second")]
    let byPhone = Line.object(["request_id": "r-new", "phone": "+15550199", "requested_at": time(2)])
    let both = Line.request("first", time(1), ["phone": "+15550199"])
    let night = try nights.night(
      6, files(["second"], users.merging(["deletions.ndjson": both + byPhone + Line.request("second", time(1))]) { $1 })
    )
    night.expect(rule, ["second": "fail no-revocation"])
    let revocation = Line.object(["request_id": "r-new", "at": time(3), "endpoint": "apple", "http_status": 200])
    let next = try nights.night(
      7,
      files(
        ["second"],
        users.merging(["deletions.ndjson": byPhone + Line.request("second", time(1)), "revocations.ndjson": revocation])
        {
          $1
        }))
    next.expect(rule, ["second": "fail no-revocation"])
    #expect(next.output.contains("1 record of `in/deletions.ndjson`"))
    #expect(next.output.contains("1 record of `in/revocations.ndjson`"))
    #expect(try StoreSearch(place: nights.place).places(of: ["r-new", "15550199"]) == [])
  }

  /// A number of two accounts names neither, before and after one of them is forgotten.
  @Test func aNameThatFitsSeveral() throws {
    let nights = try Nights()
    let phones = ["first": "+15550101", "second": "+15550101"]
    let consent = Line.object([
      "phone": "+15550101", "purpose": "link:phone", "given_at": time(-40), "explicit": true, "method": "dialog",
      "policy_version": "3",
    ])
    func files(_ uids: String...) -> [String: String] {
      ["users.json": Export.users(uids, phones: phones), "consents.ndjson": consent]
    }
    try nights.night(5, files("first", "second")).expect(
      linked, ["first": "fail no-record", "second": "fail no-record"])
    let several = try nights.forget("--phone", "+1 555 0101")
    #expect(several.status == 64)
    #expect(several.errors.contains("fits 2 accounts: `first`, `second`"), "\(several.errors)")
    #expect(several.errors.contains("--uid"))
    #expect(try nights.forget("--uid", "first").status == 0)
    #expect(try StoreSearch(place: nights.place).places(of: ["sub-first", "first@privaterelay"]) == [])
    try nights.night(6, files("second")).expect(linked, ["second": "fail no-record"])
  }

  @Test func aUidInTwoTenants() throws {
    let nights = try Nights()
    let tenants = ["\"tenantId\": \"t-1\",", "\"tenantId\": \"t-2\",", ""]
    func users(_ tenants: [String]) -> String {
      "{\"users\": [\n"
        + tenants.map { Sample.user("first").replacing("\"localId\"", with: "\($0) \"localId\"") }.joined(
          separator: ",\n")
        + "]}"
    }
    try nights.night(5, ["users.json": users(tenants)])
    let several = try nights.forget("--uid", "first")
    #expect(several.status == 64)
    #expect(several.errors.contains("fits 3 accounts"), "\(several.errors)")
    #expect(several.errors.contains("`first` in the tenant `t-1`") && several.errors.contains("--tenant"))
    for tenant in ["t-1", ""] { #expect(try nights.forget("--uid", "first", "--tenant", tenant).status == 0) }
    #expect(try nights.forget("--uid", "first", "--tenant", "t-1").status == 66)
    let night = try nights.night(6, ["users.json": users([tenants[1]])])
    #expect(!night.output.contains("forgotten"))
    #expect(try nights.forget("--uid", "first").status == 0)
  }

  /// A name that nobody has may be a word of every report.
  @Test func aWordThatIsNobodysName() throws {
    let nights = try Nights()
    try nights.night(
      5, files(["first"], ["consents.ndjson": Line.object(["uid": "first", "purpose": "link:phone"])]),
      flags: ["--max-rejects", "100%"])
    let store = try nights.store
    for word in ["given_at", "column", "account", "(forgotten)"] {
      #expect(try nights.forget("--uid", word).status == 66, "\(word)")
    }
    #expect(try nights.store == store)
  }

  @Test func severalProjects() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    let other = try Nights(project: "other", place: nights.place)
    try other.night(5, files(["first"]))
    #expect(try nights.forget("--uid", "first").status == 64)
    let outcome = try nights.forget("--uid", "first", "--project", "app")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the project `other` in this store also knows the person"), "\(outcome.errors)")
    try other.night(6, files(["first"])).expect(rule, ["first": "fail no-revocation"])
    #expect(try nights.forget("--uid", "first", "--project", "other").status == 0)
    #expect(try StoreSearch(place: nights.place).places(of: ["r-first", "sub-first"]) == [])
  }

  /// A run that leaves no trace counts forgotten people as any other, and the store stays as it is.
  @Test func aRunThatLeavesNothingBehind() throws {
    let nights = try Nights()
    try nights.night(5, files(["first", "second"]))
    #expect(try nights.forget("--uid", "first").status == 0)
    let store = try nights.store
    let night = try nights.night(
      6, files(["first", "second"], ["users.json": Export.users("second")]), flags: ["--no-remember"])
    night.expect(rule, ["second": "fail no-revocation"])
    #expect(night.output.contains("neither judged nor remembered"))
    #expect(try nights.store == store)
  }

  /// Somebody whom no export ever showed is known by a request alone.
  @Test func aPersonWithoutAccount() throws {
    let nights = try Nights()
    let request = Line.object([
      "email": "ghost@privaterelay.appleid.com", "request_id": "r-ghost", "requested_at": time(1),
    ])
    let tables = files(["second"], ["deletions.ndjson": request + Line.request("second", time(1))])
    let night = try nights.night(5, tables)
    #expect(night.findings.contains { $0.object == "r-ghost" })
    let outcome = try nights.forget("--email", "Ghost@privaterelay.appleid.com")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try StoreSearch(place: nights.place).places(of: ["ghost"]) == [])
    let next = try nights.night(6, tables)
    #expect(next.findings.allSatisfy { $0.object != "r-ghost" })
    #expect(next.output.contains("1 record of `in/deletions.ndjson`"))
  }

  @Test func otherCommandsAfterwards() throws {
    let nights = try Nights()
    let night = try nights.night(5, files(["first", "second"]))
    let id = try #require(night.finding(rule, "first")?.id)
    try nights.night(6, files(["first", "second"]))
    #expect(try nights.run("explain", id).status == 0)
    #expect(try nights.forget("--uid", "first").status == 0)
    #expect(try nights.run("explain", id).status == 66)
    let difference = try nights.run("diff", "--json")
    #expect(difference.status == 0 && !difference.output.contains(id))
    #expect(try nights.run("baseline", "write", "known.txt", "--run", "1").status == 0)
    let baseline = try nights.place.text("known.txt")
    #expect(baseline.contains(rule) && !baseline.contains(id))
    #expect(baseline.split(separator: "\n").count { $0.hasSuffix(rule) } == 1)
    // A night that compares with the redacted report, not with the table of findings.
    let again = try nights.night(5, files(["second"]))
    again.expect(rule, ["second": "fail no-revocation"])
    #expect(again.findings.allSatisfy { $0.state != "carried" })
  }

  /// A store of the first edition, whose findings are all that it knows.
  @Test func aStoreOfTheFirstEdition() throws {
    let place = try Workplace()
    let store = place.path(".relay-audit/audit.sqlite")
    try FileManager.default.createDirectory(
      at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Stores/first-edition.sqlite").standardizedFileURL
    try FileManager.default.copyItem(at: fixture, to: store)
    let search = StoreSearch(place: place)
    for uid in ["ignored", "linked", "forgotten"] {
      let outcome = try place.run("forget", "--uid", uid)
      #expect(outcome.status == 0, "\(uid): \(outcome.errors)")
      #expect(try search.places(of: ["sub-\(uid)", "\(uid)@privaterelay", "r-\(uid)"]) == [], "\(uid)")
    }
    #expect(try search.problems() == [])
    // Nobody knows more of this one than that all was well.
    #expect(try place.run("forget", "--uid", "revoked").status == 66)
    #expect(try place.run("report", "last", "--out", "again").status == 0)
  }
}
