import Evidence
import Foundation
import Intake
import Testing

@testable import Run

@Suite struct InputEntryTests {
  private func settings(_ entry: String) throws -> SourceSettings {
    try #require(try Configuration(yaml: "inputs:\n  - {path: a, \(entry)}", name: "relay-audit.yaml").inputs.first)
      .settings
  }

  /// The example of the documentation.
  @Test func readsEveryKeyOfAMapping() throws {
    let configuration = try Configuration(
      yaml: """
        inputs:
          - path: logs/app-*.log.gz             # globs
            kind: revocations
            where: {msg: apple token revoked, level: [info, warn]}
            columns: {uid: ctx.user.id, at: ts, http_status: resp.status}
            values: {token_type: {refresh: refresh_token}, status: {done: completed}, explicit: {Y: true, N: false}}
            constants: {endpoint: apple}
            ignore: [note]
            time_zone: Europe/Berlin
          - path: logs/worker.txt
            kind: revocations
            pattern: '^(?<at>[0-9TZ:.-]+) revoked uid=(?<uid>\\S+) status=(?<http_status>\\d+)'
          - path: requests.csv
            kind: deletions
            delimiter: ";"
        """, name: "relay-audit.yaml")
    let first = configuration.inputs[0].settings
    #expect(first.record.filters == ["msg": ["apple token revoked"], "level": ["info", "warn"]])
    #expect(first.columns == ["uid": "ctx.user.id", "at": "ts", "http_status": "resp.status"])
    #expect(first.record.values["token_type"] == ["refresh": "refresh_token"])
    #expect(first.constants == ["endpoint": "apple"])
    #expect(first.record.ignored == ["note"])
    #expect(first.record.timeZone == "Europe/Berlin")
    #expect(first.record.places["columns.at"] == "relay-audit.yaml:5")
    #expect(first.record.place(of: "where.level") == "relay-audit.yaml:4")
    #expect(configuration.inputs[1].record.pattern?.hasPrefix("^(?<at>") == true)
    #expect(configuration.inputs[2].record.delimiter == UInt8(ascii: ";"))
  }

  @Test func wordsOfYAMLAreTexts() throws {
    let read = try settings(
      "kind: consents, values: {state: {yes: given, no: refused, on: given, 1: given, ~: unknown, x: ''}}, "
        + "where: {off: no, 7: [1, true]}")
    #expect(
      read.record.values["state"]
        == ["yes": "given", "no": "refused", "on": "given", "1": "given", "~": "unknown", "x": ""])
    #expect(read.record.filters == ["off": ["no"], "7": ["1", "true"]])
  }

  @Test func valuesMayBeNamedByTheirColumn() throws {
    let read = try settings("kind: consents, columns: {state: Granted}, values: {granted: {Y: given}}")
    #expect(read.record.values == ["state": ["Y": "given"]])
  }

  @Test(arguments: [
    ("kind: consents, columns: {uidd: x}", "did you mean `uid`"),
    ("kind: consents, columns: {uid: x, email: X}", "both mapped to"),
    ("kind: consents, columns: {state: x}, constants: {state: given}", "is under `columns` as well"),
    ("kind: consents, constants: {state: gven}", "did you mean `given`"),
    ("kind: consents, values: {state: {Y: gven}}", "did you mean `given`"),
    ("kind: consents, values: {explicit: {Y: ja}}", "not a value of `explicit`"),
    ("kind: consents, values: {sttate: {Y: given}}", "did you mean `state`"),
    ("kind: consents, time_zone: Europe/Berln", "did you mean `Europe/Berlin`"),
    ("kind: consents, delimiter: ';;'", "must be a comma"),
    ("encoding: latin1", "must be one of utf-8, utf-16, windows-1252, not `latin1`"),
    ("kind: consents, where: {a: []}", "must name at least one value"),
    ("kind: consents, where: {a: }", "must be a value"),
    ("where: {a: b}", "needs `kind`"), ("pattern: '(?<uid>x)'", "needs `kind`"),
    ("kind: accounts, where: {a: b}", "has no effect on accounts"),
    ("kind: revocations, pattern: '('", "is not a valid regular expression"),
    ("kind: revocations, pattern: 'abc'", "has no named group"),
    ("kind: revocations, pattern: '(?<at>.*)(?<uid>.*)'", "matches an empty line"),
    ("kind: revocations, pattern: '(?<at>x)'", "has no group for any of"),
    ("kind: revocations, pattern: '(?<at>x)(?<uid>y)', columns: {error: wy}", "is not a group of `pattern`"),
    ("kind: revocations, pattern: '(?<at>x)(?<uid>y)', where: {z: a}", "is not a group of `pattern`"),
    ("kind: revocations, pattern: '(?<at>x)(?<uid>y)', delimiter: ';'", "cannot be combined"),
    ("kind: consents, wher: {a: b}", "did you mean `where`"),
  ])
  func aMistakeNamesItsLine(entry: String, problem: String) {
    #expect {
      _ = try settings(entry)
    } throws: { error in
      let text = "\(error)"
      return text.hasPrefix("relay-audit.yaml:2: ") && text.contains(problem)
    }
  }

  @Test(arguments: [
    "  - {path: a}\n  - {path: a, kind: consents}", "  - {path: a, kind: mail}\n  - {path: a, kind: mail}",
    "  - {path: '-', kind: mail}\n  - {path: '-', kind: consents}",
  ])
  func aFileIsNamedOnceForAKind(entries: String) {
    #expect {
      _ = try Configuration(yaml: "inputs:\n" + entries, name: "relay-audit.yaml")
    } throws: { "\($0)".hasPrefix("relay-audit.yaml:3: `inputs` names") && "\($0)".contains("twice") }
  }

  /// However its path is written.
  @Test(arguments: ["./a", ".//a", "b/../a", "$PWD/a"])
  func aFileIsNamedOnceForAKindHoweverItIsSpelled(path: String) throws {
    let spelled = path.replacing("$PWD", with: FileManager.default.currentDirectoryPath)
    func merge(_ kind: String) throws -> [EvidenceKind?] {
      let yaml = "inputs:\n  - {path: a, kind: consents}\n  - {path: \(spelled), kind: \(kind)}"
      let inputs = try Configuration(yaml: yaml, name: "relay-audit.yaml").inputs
      return try InputRequest.merged(AuditOptions(), configured: inputs).requests.map(\.settings.kind)
    }
    #expect {
      _ = try merge("consents")
    } throws: { "\($0)".contains("relay-audit.yaml:3: `inputs` names `\(spelled)` twice") }
    #expect(try merge("links") == [.consents, .links])
  }

  /// What another entry names is taken from one with wildcards.
  @Test(arguments: [
    ("{path: DIR/a*.csv, kind: consents}", "has no effect: other entries name all that it matches"),
    ("{path: DIR/*.csv, kind: consents, where: {act: remove}}", "does not choose records of"),
    ("{path: DIR/*.csv, kind: consents}", nil), ("{path: DIR/*.csv, kind: links, where: {act: remove}}", nil),
  ])
  func whatIsTakenFromWildcardsIsToldOf(entry: String, warning: String?) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("entries-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.csv", "b.csv"] { try Data().write(to: folder.appendingPathComponent(name)) }
    let yaml = """
      inputs:
        - {path: DIR/a.csv, kind: consents, where: {act: insert}}
        - \(entry)
      """
    let inputs = try Configuration(yaml: yaml.replacing("DIR", with: folder.path), name: "relay-audit.yaml").inputs
    let told = try InputRequest.merged(AuditOptions(), configured: inputs).warnings
    #expect(told.count == (warning == nil ? 0 : 1))
    #expect(told.first?.hasPrefix("relay-audit.yaml:3: ") ?? true)
    #expect(told.first?.contains(warning ?? "") ?? true, "\(told)")
  }

  @Test func aFileMayBeReadAsSeveralKinds() throws {
    let configuration = try Configuration(
      yaml: "inputs: [{path: a, kind: deletions}, {path: a, kind: revocations}]", name: "relay-audit.yaml")
    var options = AuditOptions()
    let both = try InputRequest.merged(options, configured: configuration.inputs).requests
    #expect(both.map(\.settings.kind) == [.deletions, .revocations])
    // What a flag says of a file is all that it is read as.
    options.namedInputs = [.init(kind: .revocations, path: "a")]
    func kinds() throws -> [EvidenceKind?] {
      try InputRequest.merged(options, configured: configuration.inputs).requests.map(\.settings.kind)
    }
    #expect(try kinds() == [.revocations])
    options.namedInputs = [.init(kind: .mail, path: "a")]
    #expect(try kinds() == [.mail])
    // What it names without a kind is read as the entries say.
    options.namedInputs = []
    options.inputs = ["./a"]
    #expect(try kinds() == [.deletions, .revocations])
  }

  /// Memory tells two readings of the same bytes apart by this.
  @Test func everyPartOfAMappingChangesTheReading() throws {
    let entries = [
      "kind: consents", "kind: consents, columns: {uid: a}", "kind: consents, where: {a: b}",
      "kind: consents, where: {a: [b, c]}", "kind: consents, values: {state: {Y: given}}",
      "kind: consents, values: {state: {Y: refused}}", "kind: consents, ignore: [a]",
      "kind: consents, time_zone: UTC", "kind: consents, time_zone: Europe/Berlin", "kind: consents, delimiter: ';'",
      "kind: consents, encoding: utf-16", "kind: consents, encoding: windows-1252",
      "kind: revocations, pattern: '(?<uid>a)(?<at>b)'", "kind: revocations, pattern: '(?<uid>a)(?<at>c)'",
    ]
    let readings = try entries.map { try settings($0).mapping }
    #expect(Set(readings).count == entries.count)
    // Where in the file it stands makes no difference.
    let moved = try Configuration(yaml: "\n\ninputs:\n  - {path: a, \(entries[2])}", name: "other.yaml").inputs[0]
    #expect(moved.settings.mapping == readings[2])
  }
}
