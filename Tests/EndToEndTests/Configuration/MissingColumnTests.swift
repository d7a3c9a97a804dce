import Foundation
import Testing

/// What a mapping names and no record has is warned of, and only that (docs/contract.md, section 4).
@Suite struct MissingColumnTests {
  struct Case: CustomStringConvertible {
    var name: String
    /// Of the entry, below its kind.
    var entry: String
    /// The file's lines.
    var lines: [String]
    /// What is missing; nil where nothing is.
    var says: String?

    var description: String { name }
  }

  private static let mapped = "    columns: {uid: who, state: payload.state}\n"

  private static func row(_ who: String, _ payload: String) -> String {
    "\(who),link:phone,2026-01-01T00:00:00Z,\"\(payload.replacing("\"", with: "\"\""))\""
  }

  private static let header = "who,purpose,given_at,payload"

  private static func record(_ rest: String, _ at: String = "2026-01-01T00:00:00Z") -> String {
    #"{"who":"u1","purpose":"link:phone","given_at":"\#(at)",\#(rest)}"#
  }

  static let cases = [
    Case(
      name: "a path into cells that none has", entry: "    columns: {uid: who, state: payload.staet}\n",
      lines: [header, row("u1", #"{"state":"given"}"#), row("u1", "null"), row("u1", "")],
      says: "`columns.state` names `payload.staet`, which no record of cmp.txt has"),
    Case(
      name: "a path into cells that one has", entry: mapped,
      lines: [header, row("u1", "{}"), row("u1", #"{"state":"given"}"#)]),
    Case(
      name: "a path into cells of which one cannot be read", entry: mapped, lines: [header, row("u1", #"{"sta"#)]),
    Case(
      name: "a path into cells that hold something else", entry: mapped, lines: [header, row("u1", "given")],
      says: "`columns.state` names `payload.state`, which no record of cmp.txt has"),
    Case(
      name: "a path into cells of a table that is refused",
      entry: "    columns: {uid: whoo, state: payload.state}\n", lines: [header, row("u1", #"{"state":"given"}"#)],
      says: "`columns.uid` names `whoo`, which no record of cmp.txt has; did you mean `who`?"),
    Case(
      name: "a choice by a path into cells that none has",
      entry: "    columns: {uid: who}\n    where: {payload.knd: [a]}\n", lines: [header, row("u1", #"{"kind":"a"}"#)],
      says: "`where` names `payload.knd`, which no record of cmp.txt has"),
    Case(
      name: "a choice that another one has made already",
      entry: "    columns: {uid: who}\n    where: {a: [x], b: [y]}\n", lines: [record(#""a":"z","b":"y""#)]),
    Case(
      name: "a column of records that are not chosen",
      entry: "    columns: {uid: who, method: how}\n    where: {a: [x]}\n",
      lines: [record(#""a":"x""#), record(#""a":"z","how":"web""#)]),
    Case(
      name: "a column that is there twice", entry: "    columns: {uid: who}\n",
      lines: [#"{"WHO":"u1","Who":"u2","purpose":"link:phone","given_at":"2026-01-01T00:00:00Z"}"#]),
    Case(
      name: "a title that is there twice", entry: "    columns: {uid: who, method: how}\n",
      lines: ["WHO,Who,purpose,given_at,how", "u1,u2,link:phone,2026-01-01T00:00:00Z,web"]),
    Case(
      name: "titles that are the same", entry: "    columns: {uid: who, method: how}\n",
      lines: ["who,purpose,given_at,how,how", "u1,link:phone,2026-01-01T00:00:00Z,web,web"]),
    Case(
      name: "lines that are no records", entry: "    columns: {uid: who}\n    where: {a: [x]}\n",
      lines: [#"{"who":"u1","a":"x",}"#, #"{"who":"u1","a":"x",}"#]),
    Case(
      name: "values of records that are rejected",
      entry: "    columns: {uid: who, state: granted}\n    values: {state: {Y: given, N: refused}}\n",
      lines: [record(#""granted":"Y""#), record(#""granted":"N""#, "yesterday")]),
    Case(
      name: "values of records that are not chosen",
      entry: """
            columns: {uid: who, state: granted}
            where: {a: [x]}
            values: {state: {Y: given, N: refused}}

        """,
      lines: [record(#""a":"x","granted":"Y""#), record(#""a":"z","granted":"N""#)]),
    Case(
      name: "values that none has",
      entry: "    columns: {uid: who, state: granted}\n    values: {state: {Y: given, N: refused}}\n",
      lines: [record(#""granted":"Y""#), record(#""granted":"no""#, "yesterday")],
      says: "`values.state` names `N`, which no record of cmp.txt has"),
    Case(
      name: "a name to ignore behind a column that refuses the record",
      entry: "    columns: {uid: who}\n    ignore: [granted]\n",
      lines: [record(#""grant":"Y","event":"x","granted":"Y""#)]),
  ]

  @Test(arguments: cases)
  func isToldWhereItIsTrue(item: Case) throws {
    let place = try Workplace()
    try place.write("cmp.txt", item.lines.joined(separator: "\n") + "\n")
    try place.write("relay-audit.yaml", "inputs:\n  - path: cmp.txt\n    kind: consents\n" + item.entry)
    let outcome = try place.run("inspect")
    let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("which no record of") }
    #expect(outcome.status == 0 && warnings.count == (item.says == nil ? 0 : 1), "\(outcome.errors)")
    if let says = item.says { #expect(warnings.first?.contains(says) == true, "\(outcome.errors)") }
  }
}
