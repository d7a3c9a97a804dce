import Foundation
import Testing

/// What commands print with `--json` keeps to the schemas in `reports/schema`.
@Suite struct CommandOutputTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../Portable/check_output.py"
  ).standardizedFileURL

  /// - Parameter outputs: by the names of their schemas.
  private func validate(_ outputs: [(schema: String, output: String)]) throws {
    var arguments = [ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3", Self.script.path]
    for (index, (schema, output)) in outputs.enumerated() {
      try place.write("output-\(index).json", output)
      arguments.append("\(schema)=output-\(index).json")
    }
    let outcome = try place.run(arguments, program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0 && outcome.output.contains("\(outputs.count) documents, 0 faults"), "\(outcome)")
  }

  private func json(_ arguments: String...) throws -> String {
    let outcome = try place.run(arguments + ["--json"])
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(arguments) \(outcome)")
    return outcome.output
  }

  @Test func theSampleNightsKeepToTheSchemas() throws {
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    let store = ["--store", "store.sqlite"]
    var ids: [String] = []
    for night in 1...3 {
      _ = try place.run(
        [
          "audit", "--config", "sample/nights/relay-audit.yaml", "sample/nights/\(night)", "--as-of",
          "2026-11-\(17 + night)T06:00:00Z", "--out", "reports/out",
        ] + store)
      ids = try place.findings("reports/out").map(\.id)
    }
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(ids[0])], signed_by: A. Person, requested_by: B. Person, ticket: P-1, date: 2026-11-01,
           expires: 2026-12-31, reason: r}
        - {rule: consent/link-phone, object: phone, signed_by: A. Person, date: 2026-01-01, expires: 2026-02-01, reason: r}
        - {findings: [ra-0000000000000000], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31, reason: r}
      """)
    let asOf = ["--as-of", Workplace.asOf]
    var outputs = [
      ("history", try json("history", "--store", "store.sqlite")),
      ("diff", try json("diff", "--store", "store.sqlite")),
      ("diff", try json("diff", "1", "3", "--store", "store.sqlite")),
      ("diff", try json("diff", "3", "1", "--store", "store.sqlite")),
      ("waivers", try json("waivers", "--waivers", "waivers.yaml", "--store", "store.sqlite", asOf[0], asOf[1])),
      ("verify", try json("verify", "--store", "store.sqlite")),
      ("verify", try json("verify", "--store", "store.sqlite", "--report", "reports/out/report.json")),
      ("inspect", try json("inspect", "sample/nights/1", "--config", "sample/nights/relay-audit.yaml")),
      ("inspect", try json("inspect", "sample/more/batch")), ("inspect", try json("inspect", "sample/evidence")),
    ]
    for id in ids { outputs.append(("explain", try json("explain", id, "--store", "store.sqlite"))) }
    #expect(!ids.isEmpty)
    #expect(
      try place.run("sign-off", "2", "--as", "C. Person", "--note", "seen", "--store", "store.sqlite").status == 0)
    #expect(try place.run("history", "--withdraw", "1", "--reason", "wrong", "--store", "store.sqlite").status == 0)
    outputs.append(("history", try json("history", "--store", "store.sqlite")))
    outputs.append(("verify", try json("verify", "--store", "store.sqlite")))
    let past = try place.run("explain", ids[0], "--run", "2", "--json", "--store", "store.sqlite")
    if past.status == 0 { outputs.append(("explain", past.output)) }
    try validate(outputs.map { (schema: $0.0, output: $0.1) })
  }

  /// Rejects, workbooks' sheets left out, mapped examples, superseded copies and files that are nothing.
  @Test func inspectionsOfBrokenInputsKeepToTheSchema() throws {
    try place.write("in/users-2026-11-19.json", Sample.export(Sample.user("u1")))
    try place.write("in/users-2026-11-20.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "yesterday") + "{]\n")
    try place.write("in/notes.txt", "nothing\n")
    try place.write("in/empty.json", "")
    try place.write("in/decisions.csv", "who,when,granted\nu1,2026-01-01T00:00:00Z,yes\n")
    try place.write(
      "relay-audit.yaml",
      """
      inputs:
        - {path: in/decisions.csv, kind: consents, columns: {uid: who, given_at: when}, constants: {purpose: email}}
        - {path: in}
      """)
    let outcome = try place.run("inspect", "--json")
    #expect(outcome.status == 0 && outcome.output.contains("\"rejects\" : [\n        {"), "\(outcome)")
    try validate([(schema: "inspect", output: outcome.output)])
  }

  /// As an audit shows paths.
  @Test func inspectionsShowNoAddressThatAPathHolds() throws {
    try place.write("in/jane.doe@example.com/consents.ndjson", Sample.consent("u1", "link:phone", "yesterday"))
    try place.write("in/jane.doe@example.com/+15550101234.txt", "nothing\n")
    for flags in [[], ["--json"]] {
      let outcome = try place.run(["inspect", "in"] + flags)
      #expect(outcome.status == 0 && outcome.output.contains("j…@example.com/consents.ndjson"), "\(outcome)")
      for text in [outcome.output, outcome.errors] {
        #expect(!text.contains("jane.doe@") && !text.contains("15550101234"), "\(outcome)")
      }
    }
  }

  /// Readers see the keys as docs/contract.md, section 9, lists them.
  @Test func keysAreInTheOrderOfTheContract() throws {
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.audit("in")
    try place.audit("in")
    func keys(_ text: String, indented width: Int) -> [String] {
      let space = String(repeating: " ", count: width)
      return text.split(separator: "\n").compactMap { line in
        line.hasPrefix(space + "\"") ? String(line.dropFirst(width + 1).prefix { $0 != "\"" }) : nil
      }
    }
    let history = [
      "number", "id", "as_of", "outcome", "exit_status", "counts", "new", "resolved", "carried", "head", "withdrawn",
    ]
    #expect(keys(try json("history"), indented: 4) == history + history)
    #expect(
      keys(try json("diff"), indented: 2) == [
        "from", "to", "rules_changed", "config_changed", "evidence_changed", "new", "resolved", "changed", "carried",
        "unchanged", "waivers_changed", "time_changed", "waived", "unwaived",
      ])
    let head = try #require(
      (try JSONSerialization.jsonObject(with: Data(json("history").utf8)) as? [[String: Any]])?.first?["head"]
        as? String)
    #expect(try place.run("verify", "--head", head).status == 0)
  }
}
