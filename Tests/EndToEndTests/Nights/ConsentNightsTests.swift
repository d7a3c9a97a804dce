import Crypto
import Foundation
import Testing

/// What a person's consents come to that are read on different nights.
@Suite struct ConsentNightsTests {
  private let rule = "consent/link-phone"
  private let stranger = Line.consent("stranger", time(5))

  private func files(_ consents: String, users: String? = nil, links: String? = nil) -> [String: String] {
    [
      "users.json": users ?? Export.linked("u1"), "consents.ndjson": consents,
      "links.ndjson": links ?? Line.link("u1", time(-10)),
    ]
  }

  @Test func theNewestStatementOfAConsentCounts() throws {
    let nights = try Nights()
    let id = ["consent_id": "c1"]
    for (day, consents, verdict) in [
      (6, Line.consent("u1", time(-20), id), "pass"), (7, Line.consent("u1", time(-5), id), "fail after-link"),
      (8, stranger, "fail after-link"), (9, Line.consent("u1", time(-20), id), "pass"), (10, stranger, "pass"),
      (11, Line.consent("u1", time(-20), ["consent_id": "c1", "explicit": false]), "fail not-explicit"),
      (12, "", "fail not-explicit"),
    ] {
      try nights.night(day, files(consents)).expect(rule, ["u1": verdict], "day \(day)")
    }
  }

  /// In one file the statement's own time decides, whatever the order of its lines.
  @Test(arguments: [true, false]) func inOneFileTheStatementsTimeDecides(isInOrder: Bool) throws {
    let statements = [time(-20), time(-5)].map { Line.consent("u1", $0, ["consent_id": "c1"]) }
    let text = (isInOrder ? statements : statements.reversed()).joined()
    try Nights().night(6, files(text)).expect(rule, ["u1": "fail after-link"])
  }

  @Test func anOlderStatementDoesNotWin() throws {
    let nights = try Nights()
    let refused = Line.consent("u1", time(-20), ["consent_id": "c1", "state": "refused"])
    try nights.night(7, files(refused)).expect(rule, ["u1": "fail refused"])
    let given = Line.consent("u1", time(-20), ["consent_id": "c1"])
    try nights.night(8, captured: 6, files(given)).expect(rule, ["u1": "fail refused"])
    try nights.night(9, files(stranger)).expect(rule, ["u1": "fail refused"])
  }

  /// It was given when the link was made, and is withdrawn since.
  @Test(arguments: ["of the consent", "of its own", "in the consent"])
  func givenOnOneNightAndWithdrawnOnTheNext(record: String) throws {
    let withdrawal =
      switch record {
      case "of the consent": Line.consent("u1", time(6, 12), ["consent_id": "c1", "state": "withdrawn"])
      case "of its own": Line.consent("u1", time(6, 12), ["state": "withdrawn"])
      default: Line.consent("u1", time(-20), ["consent_id": "c1", "withdrawn_at": time(6, 12)])
      }
    let nights = try Nights()
    let given = Line.consent("u1", time(-20), ["consent_id": "c1"])
    for (day, consents, verdicts) in [
      (6, given, [:]), (7, withdrawal, ["u1": "pending still-linked"]), (8, stranger, ["u1": "pending still-linked"]),
      (10, "", ["u1": "fail still-linked"]),
    ] {
      let night = try nights.night(day, files(consents))
      night.expect(rule, ["u1": "pass"], "day \(day)")
      night.expect("consent/withdrawn-still-linked", verdicts, "day \(day)")
    }
  }

  /// A later end or renewal is an event of its own, also where the consent that it follows was captured after it.
  @Test(arguments: [
    (["state": "withdrawn"], time(-25), "fail withdrawn"), (["state": "refused"], time(-25), "fail withdrawn"),
    (["state": "renewed", "expires_at": time(100)], time(-35), "pass"),
  ])
  func aLaterEventWasCapturedEarlier(event: [String: String], at: String, verdict: String) throws {
    let id = ["consent_id": "c1"]
    let ends = event["state"] == "renewed" ? ["expires_at": time(-30)] : [:]
    let given = Line.consent("u1", time(-40), id.merging(ends) { $1 })
    let later = Line.consent("u1", at, id.merging(event) { $1 })
    let links = files("").filter { $0.key != "consents.ndjson" }
    let apart = ["consents-2026-11-05.ndjson": given, "events-2026-11-01.ndjson": later]
    try Nights().night(6, links.merging(apart) { $1 }).expect(rule, ["u1": verdict], "in two files")
    let nights = try Nights()
    for (day, consents) in [(6, given + later), (7, given), (8, stranger)] {
      try nights.night(day, files(consents)).expect(rule, ["u1": verdict], "day \(day)")
    }
  }

  /// An end of before that is captured later leaves the consent that was given again since.
  @Test func anEarlierEndIsCapturedLater() throws {
    let statements = [
      (time(-40), "given"), (time(-35), "withdrawn"), (time(-30), "renewed"), (time(-25), "withdrawn"),
    ].map { Line.consent("u1", $0, ["consent_id": "c1", "state": $1]) }
    let nights = try Nights()
    try nights.night(6, files(statements[0] + statements[2])).expect(rule, ["u1": "pass"])
    try nights.night(7, files(statements[1])).expect(rule, ["u1": "pass"])
    try nights.night(8, files(statements[3])).expect(rule, ["u1": "fail withdrawn"])
    try nights.night(9, files(statements[1])).expect(rule, ["u1": "fail withdrawn"])
  }

  /// The newest capture of a record by ISO/IEC TS 27560 counts, whose consent has turned out to be none.
  @Test(arguments: [true, false]) func aConsentIsFoundLaterToHaveBeenNone(isLinked: Bool) throws {
    func record(_ states: String...) -> String {
      let times = [time(-20), time(6, 12)]
      if isLinked {
        return Line.object([
          "dct:identifier": "r1", "dpv:hasDataSubject": "u1", "dpv:hasProcess": [["dpv:hasPurpose": "link:phone"]],
          "dpv:hasConsentStatus": zip(states, times).map { ["@type": "dpv:\($0)", "dpv:isIndicatedAtTime": $1] },
        ])
      }
      return Line.object([
        "schema_version": "1", "record_id": "r1", "pii_principal_id": "u1", "purpose": "link:phone",
        "events": zip(states, times).map { ["event_state": $0, "event_time": $1] },
      ])
    }
    let nights = try Nights()
    try nights.night(6, files(record("ConsentGiven"))).expect(rule, ["u1": "pass"])
    let found = files(record("ConsentGiven", "ConsentInvalidated"))
    try nights.night(7, found).expect(rule, ["u1": "fail after-link"])
    try nights.night(8, files(stranger)).expect(rule, ["u1": "fail after-link"])
  }

  /// A withdrawal of before the link ends a consent that is shown on a later night.
  @Test func theWithdrawalIsReadBeforeTheConsent() throws {
    let nights = try Nights()
    try nights.night(6, files(Line.consent("u1", time(-15), ["state": "withdrawn"])))
    try nights.night(7, files(Line.consent("u1", time(-20)))).expect(rule, ["u1": "fail withdrawn"])
    try nights.night(8, files(stranger)).expect(rule, ["u1": "fail withdrawn"])
  }

  /// The link may come later, and the person with it.
  @Test(
    arguments: [
      ["uid": "u1"], ["email": Line.relay("u1")], ["apple_sub": Line.sub("u1")],
      [
        "email_sha256":
          SHA256.hash(data: Data(Line.relay("u1").utf8)).map { String(format: "%02x", $0) }.joined()
      ],
    ])
  func theConsentComesBeforeThePerson(name: [String: String]) throws {
    var consent: [String: Any] = ["purpose": "link:phone", "given_at": time(2), "explicit": true]
    consent.merge(name) { $1 }
    let nights = try Nights()
    let others = Export.users("other")
    try nights.night(6, files(Line.object(consent), users: others, links: ""))
    try nights.night(7, files(stranger, users: others, links: ""))
    let shown = files(stranger, links: Line.link("u1", time(7, 12)))
    try nights.night(8, shown).expect(rule, ["u1": "pass"])
    try nights.night(9, files("", links: "")).expect(rule, ["u1": "pass"])
  }

  /// On the first night the account has nothing of Apple's, and nothing that the consent is for.
  @Test func theConsentComesBeforeApple() throws {
    let before = """
      {
        "localId": "u1",
        "email": "u1@example.com",
        "createdAt": "1770000000000",
        "providerUserInfo": [
          {
            "providerId": "google.com",
            "rawId": "g-u1",
            "email": "u1@example.com"
          }
        ]
      }
      """
    let nights = try Nights()
    let users = Export.users("other").replacing("{\"users\": [\n", with: "{\"users\": [\n\(before),\n")
    try nights.night(6, files(Line.consent("u1", time(2)), users: users, links: ""))
    try nights.night(7, files(stranger, users: users, links: ""))
    let switched = files(
      stranger, users: Export.linked("u1"),
      links: Line.link("u1", time(7, 12)) + Line.link("u1", time(7, 11), ["provider": "apple.com"]))
    try nights.night(8, switched).expect(rule, ["u1": "pass"])
  }

  /// The consent names the address that the person had before the switch to a relay address, and is shown on the first
  /// night alone or on all.
  @Test(arguments: [true, false]) func theConsentNamesAnAddressOfBefore(isWindow: Bool) throws {
    let nights = try Nights()
    let own = "{\"users\": [\n" + Sample.user("u1", email: "u1@example.com") + "]}"
    let consent = Line.object(["email": "u1@example.com", "purpose": "link:phone", "given_at": time(2)])
    try nights.night(6, files(consent, users: own, links: ""))
    let later = isWindow ? stranger : consent
    try nights.night(7, files(later, links: Line.link("u1", time(6, 12)))).expect(rule, ["u1": "pass"])
    try nights.night(8, files(later, links: "")).expect(rule, ["u1": "pass"])
  }

  /// Whoever has the address now is not who had it when the consent was given.
  @Test(arguments: [true, false]) func theConsentOfWhoHadTheAddressBefore(isWindow: Bool) throws {
    let nights = try Nights()
    let first = "{\"users\": [\n" + Sample.user("u1", email: "shared@example.com") + "]}"
    let consent = Line.object(["email": "shared@example.com", "purpose": "link:phone", "given_at": time(2)])
    try nights.night(6, files(consent, users: first, links: ""))
    let other = Sample.user("u2", email: "shared@example.com", phone: "+15550102", created: milliseconds(7))
    let second = "{\"users\": [\n" + Sample.user("u1") + ",\n" + other + "]}"
    let shown = files(isWindow ? stranger : consent, users: second, links: Line.link("u2", time(7, 12)))
    try nights.night(8, shown).expect(rule, ["u2": "fail no-record"])
  }

  /// `mode: snapshot` is a table whose rows go; without it the audit says that there are fewer.
  @Test func aRowThatIsGoneFromASnapshotCountsNoLonger() throws {
    let consents = Line.consent("u1", time(-20)) + Line.consent("u2", time(-20))
    let both = Export.linked("u1", "u2")
    let links = Line.link("u1", time(-10)) + Line.link("u2", time(-10))
    for (mode, verdict) in [("mode: snapshot", "fail no-record"), ("kind: consents", "pass")] {
      let config = "inputs:\n  - {path: in/consents.ndjson, kind: consents, \(mode)}\n"
        .replacing("kind: consents, kind: consents", with: "kind: consents")
      let nights = try Nights()
      try nights.night(6, files(consents, users: both, links: links), config: config).expect(
        rule, ["u1": "pass", "u2": "pass"])
      let fewer = try nights.night(
        7, files(Line.consent("u1", time(-20)), users: both, links: links), config: config)
      fewer.expect(rule, ["u1": "pass", "u2": verdict], "\(mode)")
      #expect(
        (fewer.errors + fewer.output + fewer.reasons).contains("mode: snapshot") == (verdict == "pass"),
        "\(mode): \(fewer.errors)\(fewer.output)")
      if verdict == "pass" { #expect((fewer.errors + fewer.output).contains("in/consents.ndjson")) }
      try nights.night(8, files(Line.consent("u1", time(-20)), users: both, links: links), config: config).expect(
        rule, ["u1": "pass", "u2": verdict], "\(mode)")
    }
  }

  /// The snapshot of a tenant that is new shows nothing of another tenant's table, which has the same name.
  @Test func aNewTenantsSnapshotEndsNoOtherTable() throws {
    let old = "inputs:\n  - {path: in/a/consents.ndjson, kind: consents}\n"
    let new = old + "  - {path: in/b/consents.ndjson, kind: consents, mode: snapshot}\n"
    func files(_ consents: [String: [String]]) -> [String: String] {
      snapshot(Dictionary(uniqueKeysWithValues: consents.map { ("\($0)/consents.ndjson", $1) }))
    }
    let nights = try Nights()
    try nights.night(6, files(["a": ["u1", "u2"]]), config: old).expect(rule, ["u1": "pass", "u2": "pass"])
    for day in 7...8 {
      let night = try nights.night(day, files(["a": ["u1"], "b": ["u1"]]), config: new)
      night.expect(rule, ["u1": "pass", "u2": "pass"], "day \(day)")
    }
  }

  /// The files that an entry matches are one snapshot, whatever each night calls them.
  @Test(arguments: [
    ("cons-20-11-2026.ndjson", "cons-21-11-2026.ndjson"), ("cons-1.ndjson", "cons-2.ndjson"),
    ("cons.ndjson", "cons-2026-11-21.ndjson"),
  ])
  func aSnapshotMayHaveAnotherNameEachNight(first: String, second: String) throws {
    let nights = try Nights()
    try nights.night(6, snapshot([first: ["u1", "u2"]]), config: cons).expect(rule, ["u1": "pass", "u2": "pass"])
    let fewer = try nights.night(7, snapshot([second: ["u1"]]), config: cons)
    fewer.expect(rule, ["u1": "pass", "u2": "fail no-record"])
    #expect(!fewer.errors.contains("mode: snapshot"), "\(fewer.errors)")
  }

  /// A part of the snapshot that is missing is no proof that its rows are gone.
  @Test func aMissingPartOfASnapshotCountsOnAndIsNamed() throws {
    let nights = try Nights()
    try nights.night(6, snapshot(["cons-eu.ndjson": ["u1"], "cons-us.ndjson": ["u2"]]), config: cons)
    for files in [["cons-eu.ndjson": ["u1"]], ["cons-eu.ndjson": ["u1"], "cons-asia.ndjson": ["u1"]]] {
      let fewer = try nights.night(7, snapshot(files), config: cons)
      fewer.expect(rule, ["u1": "pass", "u2": "pass"])
      #expect(fewer.errors.contains("`in/cons-us.ndjson` is not among the files of the entry"), "\(fewer.errors)")
    }
    // All parts under other names.
    let others = try nights.night(8, snapshot(["cons-1.ndjson": ["u1"], "cons-2.ndjson": ["u1"]]), config: cons)
    others.expect(rule, ["u1": "pass", "u2": "fail no-record"])
  }

  private let cons = "inputs:\n  - {path: 'in/cons*.ndjson', kind: consents, mode: snapshot}\n"

  private func snapshot(_ consents: [String: [String]]) -> [String: String] {
    let links = Line.link("u1", time(-10)) + Line.link("u2", time(-10))
    let others = files("", users: Export.linked("u1", "u2"), links: links).filter { $0.key != "consents.ndjson" }
    return consents.mapValues { $0.map { Line.consent($0, time(-20)) }.joined() }.merging(others) { first, _ in first }
  }

  /// Rows that a newer copy no longer had do not come back with an older one, whatever it is called.
  @Test(arguments: [
    ("cons-2026-11-06.ndjson", "cons-2026-11-07.ndjson"), ("a/2026-11-06/cons.ndjson", "2026-11-07/cons.ndjson"),
    ("cons-old-2026-11-06.ndjson", "cons-2026-11-07.ndjson"),
  ])
  func anOlderSnapshotThatComesLateBringsNothingBack(older: String, newer: String) throws {
    let config = "inputs:\n  - {path: 'in/**/cons*.ndjson', kind: consents, mode: snapshot}\n"
    let nights = try Nights()
    try nights.night(7, snapshot([newer: ["u1"]]), config: config).expect(rule, ["u1": "pass", "u2": "fail no-record"])
    let late = try nights.night(8, snapshot([older: ["u1", "u2"]]), config: config)
    late.expect(rule, ["u1": "pass", "u2": "fail no-record"])
    #expect(
      late.errors.contains(
        "in/\(older) is not read: it is an older copy of in/\(newer), which run 1 read and which was captured at "
          + "7 November 2026, 00:00 UTC"), "\(late.errors)")
    #expect(late.source("in/\(older)")["superseded"] as? Bool == true)
    #expect(late.source("in/\(older)")["records"] as? Int == 0)
    try nights.run("history", "--withdraw", "1", "--reason", "It was another table.")
    try nights.night(9, snapshot([older: ["u1", "u2"]]), config: config).expect(rule, ["u1": "pass", "u2": "pass"])
  }

  /// A part that stays as it is from night to night is no older copy of the others.
  @Test func partsOfASnapshotMayBeOlderThanOthers() throws {
    let parts = ["cons-eu-2026-11-01.ndjson": ["u1"], "cons-us-2026-11-06.ndjson": ["u2"]]
    let nights = try Nights()
    for day in 6...7 {
      let night = try nights.night(day, snapshot(parts), config: cons)
      night.expect(rule, ["u1": "pass", "u2": "pass"], "day \(day)")
      #expect(!night.errors.contains("older copy"), "\(night.errors)")
    }
  }

  /// The date in a name is no time of capture where the file holds a later record.
  @Test func aNameFromBeforeItsRecordsMakesNoOlderSnapshot() throws {
    func consents(_ uid: String, _ day: Int) -> String {
      Line.consent(uid, time(-20)) + Line.consent("u3", time(day, 4))
    }
    let others = snapshot([:])
    let nights = try Nights()
    for (day, uid) in [(7, "u1"), (8, "u2")] {
      let table = ["cons-2026-11-07.ndjson": consents(uid, day)].merging(others) { first, _ in first }
      let night = try nights.night(day, table, config: cons)
      night.expect(rule, ["u1": "fail no-record", "u2": "fail no-record"].merging([uid: "pass"]) { $1 }, "day \(day)")
    }
  }

  /// An older copy of the table that is audited later is not the newest.
  @Test func anOlderSnapshotEndsNothing() throws {
    let config = "inputs:\n  - {path: in/consents.ndjson, kind: consents, mode: snapshot}\n"
    let both = Export.linked("u1", "u2")
    let links = Line.link("u1", time(-10)) + Line.link("u2", time(-10))
    let nights = try Nights()
    let consents = Line.consent("u1", time(-20)) + Line.consent("u2", time(-20))
    try nights.night(7, files(consents, users: both, links: links), config: config)
    try nights.night(8, captured: 6, files(Line.consent("u1", time(-20)), users: both, links: links), config: config)
    let lost = files("", users: both, links: links).filter { $0.key != "consents.ndjson" }
    try nights.night(9, lost).expect(rule, ["u1": "pass", "u2": "pass"])
  }
}
