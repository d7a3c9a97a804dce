import Foundation
import Testing

/// Each bad mapping ends with status 64 or is warned of, with file and line (docs/contract.md, section 4).
@Suite struct BadMappingTests {
  struct Case: CustomStringConvertible {
    var name: String
    /// What follows `inputs:` and a first entry of accounts: the file's third line and on.
    var entry: String
    /// 64 and 66 are errors, all others come with a warning.
    var status: Int32
    var says: String

    var description: String { name }
  }

  private static let table = "  - path: cmp.csv\n    kind: consents\n"
  private static let log = "  - path: app.log\n    kind: revocations\n"
  private static let text = "  - path: w.txt\n    kind: revocations\n"
  private static let mapped = "    columns: {uid: who, purpose: topic, given_at: created, state: granted}\n"

  static let cases = [
    Case(
      name: "a column that the table lacks",
      entry: table + "    columns:\n      purpose: topic\n      uid: whoo\n      given_at: created\n", status: 2,
      says: "relay-audit.yaml:7: `columns.uid` names `whoo`, which no record of cmp.csv has; did you mean `who`?"),
    Case(
      name: "a column that no record has",
      entry: log + "    where: {msg: revoked}\n    columns:\n      at: ts\n      http_status: sttus\n", status: 0,
      says: "relay-audit.yaml:8: `columns.http_status` names `sttus`, which no record of app.log has; did you mean"),
    Case(
      name: "a choice by a column that no record has",
      entry: log + "    columns: {at: ts}\n    where:\n      mssg: revoked\n", status: 0,
      says: "relay-audit.yaml:7: `where` names `mssg`, which no record of app.log has; did you mean `msg`?"),
    Case(
      name: "a choice by a column that the table lacks", entry: table + mapped + "    where:\n      topc: link:phone\n",
      status: 2, says: "relay-audit.yaml:7: `where` names `topc`, which no record"),
    Case(
      name: "a choice of nothing", entry: log + "    columns: {at: ts}\n    where:\n      msg: rvoked\n", status: 0,
      says: "relay-audit.yaml:6: `where` excludes every record of app.log (2 read)"),
    Case(
      name: "a pattern for nothing", entry: text + #"    pattern: '^(?<at>\S+) rvoked uid=(?<uid>\S+)'"#, status: 0,
      says: "relay-audit.yaml:5: `pattern` matches no line of w.txt (2 read)"),
    Case(
      name: "a pattern for every line", entry: text + #"    pattern: '^(?<at>\S+) .*uid=(?<uid>\S+)'"#, status: 0,
      says: "relay-audit.yaml:5: `pattern` matches all 2 lines of w.txt; make sure"),
    Case(
      name: "a pattern for every line, wrongly", entry: text + #"    pattern: '^(?<uid>\S+) (?<at>.*)'"#, status: 2,
      says: "relay-audit.yaml:5: `pattern` matches all 2 lines of w.txt, but none of them is a usable record: `at`"),
    Case(
      name: "a pattern for an empty line", entry: text + #"    pattern: '(?<at>.*)(?<uid>.*)'"#, status: 64,
      says: "relay-audit.yaml:5: `inputs[1].pattern` matches an empty line, and so every line"),
    Case(
      name: "a group that is misspelt",
      entry: text + #"    pattern: '^(?<at>\S+) revoked uid=(?<uid>\S+) status=(?<htp_status>\d+)'"#, status: 0,
      says: "relay-audit.yaml:5: `pattern` has a group `htp_status`, which nothing reads; did you mean `http_status`?"),
    Case(
      name: "a group that the pattern lacks",
      entry: text + "    columns:\n      uid: user\n" + #"    pattern: '^(?<at>\S+) revoked uid=(?<usr>\S+)'"#,
      status: 64,
      says:
        "relay-audit.yaml:6: `inputs[1].columns.uid` names `user`, which is not a group of `pattern`; did you mean `usr`?"
    ),
    Case(
      name: "a group and a column for one name",
      entry: text + "    columns:\n      uid: user\n"
        + #"    pattern: '^(?<at>\S+) (?<uid>\S+) uid=(?<user>\S+)'"#, status: 64,
      says: "relay-audit.yaml:6: `inputs[1].columns.uid` takes `user`, and `pattern` has a group `uid` as well"),
    Case(
      name: "an unknown value of ours", entry: table + mapped + "    values:\n      state:\n        Y: gvien\n",
      status: 64,
      says:
        "relay-audit.yaml:8: `inputs[1].values.state.Y` is `gvien`, which is not a value of `state`; did you mean `given`?"
    ),
    Case(
      name: "two meanings of a value that is spelt in two ways",
      entry: table + mapped + "    values:\n      state:\n        Y: given\n        ' y': refused\n", status: 64,
      says: "relay-audit.yaml:8: `inputs[1].values.state.Y` is `given`, but ` y`, which differs from it in upper"),
    Case(
      name: "a value without a meaning",
      entry: table + mapped + "    values:\n      state:\n        Y: given\n        N:\n", status: 64,
      says: "relay-audit.yaml:9: `inputs[1].values.state.N` must say what the value means; write '' for none"),
    Case(
      name: "two meanings of a value that YAML types in two ways",
      entry: table + mapped + "    values:\n      state:\n        1: given\n        '1': refused\n", status: 64,
      says: "relay-audit.yaml:9: `1` is given twice"),
    Case(
      name: "two maps of one column",
      entry: table + mapped + "    values:\n      granted: {Y: given, N: refused}\n      state: {Y: refused}\n",
      status: 64,
      says: "relay-audit.yaml:8: `inputs[1].values.state` is of the same column as `values.granted`; keep one map"),
    Case(
      name: "a value of theirs that never occurs",
      entry: table + mapped + "    values:\n      state:\n        Y: given\n        No: refused\n", status: 2,
      says:
        "relay-audit.yaml:9: `values.state` names `No`, which no record of cmp.csv has; no meaning is given for `N`"
    ),
    Case(
      name: "values of a column that no record has",
      entry: log + "    where: {msg: revoked}\n    columns: {at: ts}\n    values:\n      outcome: {ok: revoked}\n",
      status: 0,
      says: "relay-audit.yaml:8: `values.outcome` has no effect: no record of app.log has `outcome`"),
    Case(
      name: "values of a column of another kind", entry: table + mapped + "    values: {outcome: {ok: revoked}}\n",
      status: 2, says: "relay-audit.yaml:6: `values.outcome` has no effect: consents have no such column"),
    Case(
      name: "a zone that does not exist", entry: table + "    time_zone: Europe/Berln\n", status: 64,
      says:
        "relay-audit.yaml:5: `inputs[1].time_zone` is `Europe/Berln`, which is not in the system's time zone database"),
    Case(
      name: "two columns for one name", entry: table + "    columns:\n      uid: who\n      uid: topic\n", status: 64,
      says: "relay-audit.yaml:6: `uid` is given twice"),
    Case(
      name: "two names for one column", entry: table + "    columns:\n      purpose: topic\n      uid: Topic\n",
      status: 64,
      says: "relay-audit.yaml:6: `inputs[1].columns.purpose` and another name are both mapped to `topic`"),
    Case(
      name: "a constant for a mapped column",
      entry: table + "    columns: {uid: who}\n    constants:\n      uid: u1\n", status: 64,
      says: "relay-audit.yaml:7: `inputs[1].constants.uid` is under `columns` as well"),
    Case(
      name: "an unknown name under columns", entry: table + "    columns:\n      uid: who\n      purpse: topic\n",
      status: 64,
      says: "relay-audit.yaml:7: `inputs[1].columns.purpse` is not a column that `columns` can name; did you mean"),
    Case(
      name: "an unknown name under constants", entry: table + "    constants:\n      purpse: x\n", status: 64,
      says: "relay-audit.yaml:6: `inputs[1].constants.purpse` is not a column that `constants` can name; did you mean"),
    Case(
      name: "an unknown value under constants", entry: table + "    constants:\n      state: gven\n", status: 64,
      says:
        "relay-audit.yaml:6: `inputs[1].constants.state` is `gven`, which is not a value of `state`; did you mean `given`?"
    ),
    Case(
      name: "an unknown name without a kind", entry: "  - path: own.csv\n    constants:\n      methd: x\n", status: 0,
      says: "relay-audit.yaml:5: `constants.methd` has no effect: consents have no such column; did you mean `method`?"),
    Case(
      name: "a column to ignore that is misspelt",
      entry: table + "    columns: {uid: who, purpose: topic, given_at: created}\n    ignore:\n      - grantd\n",
      status: 2,
      says: "relay-audit.yaml:6: `ignore` names `grantd`, which no record of cmp.csv has; did you mean `granted`?"),
    Case(
      name: "a column to ignore that is read", entry: table + mapped + "    ignore: [Granted]\n", status: 64,
      says: "relay-audit.yaml:6: `inputs[1].ignore` names `Granted`, which `columns.state` reads"),
    Case(
      name: "wildcards for nothing", entry: "  - path: users.json\n  - path: 'logs/*.log'\n", status: 66,
      says: "relay-audit.yaml:3: no file matches `logs/*.log`; check the path"),
    Case(
      name: "a path for nothing", entry: "  - path: cpm.csv\n    kind: consents\n", status: 66,
      says: "relay-audit.yaml:3: there is no file or folder at cpm.csv; check the path"),
    Case(
      name: "an unknown kind", entry: "  - path: cmp.csv\n    kind: consnts\n", status: 64,
      says: "relay-audit.yaml:4: `inputs[1].kind` must be one of"),
    Case(
      name: "an unknown key", entry: table + "    vlaues: {}\n", status: 64,
      says: "relay-audit.yaml:5: unknown key `inputs[1].vlaues`; did you mean `values`?"),
  ]

  @Test(arguments: cases)
  func isToldWithItsLine(item: Case) throws {
    let place = try Workplace()
    try place.write("users.json", Sample.export(Sample.user("u1")))
    try place.write(
      "cmp.csv",
      "who,topic,created,granted\nu1,link:phone,2026-01-01T00:00:00Z,Y\nu2,link:phone,2026-01-01T00:00:00Z,N\n")
    try place.write("own.csv", "uid,purpose,given_at\nu1,link:phone,2026-01-01T00:00:00Z\n")
    try place.write(
      "app.log",
      """
      {"msg":"revoked","ts":"2026-11-04T23:00:00Z","uid":"u1","status":200}
      {"msg":"deleted","ts":"2026-11-04T23:00:00Z","uid":"u1","status":200}

      """)
    try place.write(
      "w.txt", "2026-11-04T23:00:00Z revoked uid=u1 status=200\n2026-11-04T23:00:01Z deleted uid=u1 status=200\n")
    let first = item.name == "wildcards for nothing" ? "" : "  - path: users.json\n"
    try place.write("relay-audit.yaml", "inputs:\n" + first + item.entry + "\n")
    let outcome = try place.audit("--require", "none")
    #expect(outcome.status == item.status, "\(outcome.errors)")
    let level = item.status == 64 || item.status == 66 ? "error" : "warning"
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("relay-audit: \(level): \(item.says)") }, "\(outcome.errors)")
  }

  /// What is right is told nothing of.
  @Test func aGoodMappingIsQuiet() throws {
    let place = try Workplace()
    try place.write("users.json", Sample.export(Sample.user("u1")))
    try place.write("cmp.csv", "who,topic,created,granted\nu1,link:phone,2026-01-01T00:00:00Z,Y\n")
    try place.write("w.txt", "2026-11-04T23:00:00Z revoked uid=u1\n2026-11-04T23:00:01Z started\n")
    try place.write(
      "relay-audit.yaml",
      "inputs:\n  - path: users.json\n" + Self.table + Self.mapped + "    values: {state: {Y: given, '': unknown}}\n"
        + Self.text + #"    pattern: '^(?<at>\S+) revoked uid=(?<uid>\S+)'"#)
    let outcome = try place.audit("--require", "none")
    #expect(outcome.status == 0 && !outcome.errors.contains("relay-audit.yaml:"), "\(outcome.errors)")
  }
}
