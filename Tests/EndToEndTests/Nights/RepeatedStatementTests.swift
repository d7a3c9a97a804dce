import Testing

/// Dumps of a table whose rows say how a consent or a request stands now.
@Suite struct RepeatedStatementTests {
  private let export = ["users.json": Export.linked("u1"), "links.ndjson": Line.link("u1", time(-30))]

  private func consent(_ state: String) -> String {
    Line.consent("u1", time(-40), ["consent_id": "c1", "state": state])
  }

  private func request(_ status: String) -> String { Line.request("u1", time(-20), ["status": status]) }

  private func dumps(_ kind: String, _ lines: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: zip(1..., lines).map { ("\(kind)-2026-11-0\($0).ndjson", $1) })
      .merging(export) { first, _ in first }
  }

  /// What stands last counts, though the first dump said the same.
  @Test(arguments: [
    (["given", "refused", "given"], "pass"), (["refused", "given", "refused"], "fail refused"),
    (["requested", "given", "requested"], "fail no-record"),
  ])
  func theLastStatementOfAConsentCounts(states: [String], verdict: String) throws {
    let lines = states.map(consent)
    let apart = try Nights()
    for (day, line) in zip(1..., lines) {
      try apart.night(day, export.merging(["consents.ndjson": line]) { first, _ in first })
    }
    let expected = try apart.night(6, export).verdicts("consent/link-phone")
    #expect(expected == (verdict == "pass" ? [:] : ["u1": verdict]))
    #expect(try Nights().night(6, dumps("consents", lines)).verdicts("consent/link-phone") == expected)
    let log = export.merging(["consents.ndjson": lines.joined()]) { first, _ in first }
    #expect(try Nights().night(6, log).verdicts("consent/link-phone") == expected)
    // A log of all that was said, after the nights that read it line by line.
    #expect(try apart.night(7, log).verdicts("consent/link-phone") == expected)
  }

  @Test func aRequestThatIsOpenedAgainIsDue() throws {
    let lines = ["pending", "denied", "pending"].map(request)
    let revocations = ["revocations.ndjson": Line.failure("u1", time(-25))]
    for files in [
      dumps("deletions", lines), export.merging(["deletions.ndjson": lines.joined()]) { first, _ in first },
    ] {
      let night = try Nights().night(20, captured: 6, files.merging(revocations) { first, _ in first })
      #expect(night.verdicts("deletion/account-removed")["u1"] != nil)
      #expect(night.verdicts("deletion/token-revoked")["u1"] != nil)
    }
  }

  /// A row that is written over when the person confirms again was given before as well.
  @Test func whatAnEarlierCaptureShowedWasGiven() throws {
    func row(_ given: String) -> String { Line.consent("u1", given, ["consent_id": "c1"]) }
    let nights = try Nights()
    func night(_ day: Int, _ given: String) throws -> Night {
      try nights.night(day, export.merging(["consents.ndjson": row(given)]) { first, _ in first })
    }
    #expect(try night(1, time(-40)).verdicts("consent/link-phone") == [:])
    #expect(try night(3, time(2)).verdicts("consent/link-phone") == [:])
    // The first capture was later: the row was corrected.
    #expect(try night(4, time(-20)).verdicts("consent/link-phone") == ["u1": "fail after-link"])
  }

  /// The rows of a table of grants say nothing of ends, which have a table of their own.
  @Test(arguments: [0, 1])
  func aTableOfGrantsUndoesNoEnd(day: Int) throws {
    let details: [String: Any] = ["consent_id": "c1", "explicit": true, "method": "dialog", "policy_version": "3"]
    let end = Line.consent("u1", time(-40), ["consent_id": "c1", "withdrawn_at": time(-35)])
    let grants = export.merging(["consents.ndjson": Line.consent("u1", time(-40), details)]) { first, _ in first }
    let both = grants.merging(["consent_withdrawals.ndjson": end]) { first, _ in first }
    let failed = ["u1": "fail withdrawn"]

    // The one that is captured later is read over the other.
    let dated = ["consents": "2026-11-0\(1 + day)", "consent_withdrawals": "2026-11-0\(2 - day)"]
    let captures = Dictionary(
      uniqueKeysWithValues: both.map { name, text in
        let stem = String(name.prefix { $0 != "." })
        return (dated[stem].map { "\(stem)-\($0).ndjson" } ?? name, text)
      })
    #expect(try Nights().night(6, captures).verdicts("consent/link-phone") == failed)

    let nights = try Nights()
    #expect(try nights.night(1, both).verdicts("consent/link-phone") == failed)
    let next = try nights.night(2, grants)
    #expect(next.verdicts("consent/link-phone") == failed)
    // How it was given stands in the other table.
    #expect(next.verdicts("consent/record-quality") == [:])
  }

  /// A row that the newest dump no longer has counts no longer, also where the older dumps are still there.
  @Test func dumpsOfASnapshotAreNoPartsOfIt() throws {
    let config = "inputs:\n  - {path: 'in/consents-*.ndjson', kind: consents, mode: snapshot}\n"
    let other = Line.consent("u2", time(-40), ["consent_id": "c2"])
    let files = dumps("consents", [consent("given") + other, other])
    let night = try Nights().night(6, files, config: config)
    night.expect("consent/link-phone", ["u1": "fail no-record"])
    #expect(night.source("in/consents-2026-11-01.ndjson")["records"] as? Int == 0)
  }
}
