import Foundation
import Testing

/// What files, arguments and people write reaches the terminal as text, whatever is in it.
@Suite struct EscapeTests {
  /// Colours, a line of its own, a title of the window, C1's CSI, and a turn of the direction of writing.
  private static let hostile = "x\u{1B}[31m\u{1B}]0;title\u{7}\nrelay-audit: error: forged\r\u{9B}2J\u{202E}\u{2028}y"

  private let place: Workplace

  init() throws { place = try Workplace() }

  @discardableResult
  private func check(_ arguments: [String], status: Int32? = nil) throws -> Workplace.Outcome {
    let outcome = try place.run(arguments)
    if let status { #expect(outcome.status == status, "\(arguments): \(outcome)") }
    for text in [outcome.output, outcome.errors] {
      let obeyed = text.unicodeScalars.filter { scalar in
        scalar != "\n"
          && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(obeyed.isEmpty, "\(arguments): \(obeyed)")
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("relay-audit: error: forged") }, "\(arguments)")
    }
    return outcome
  }

  @Test func namesOfFilesAndTheirValues() throws {
    let folder = "in \(Self.hostile)"
    try place.write("\(folder)/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    // A record that counts, one that is rejected, and a file that is nothing.
    let value = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
    try place.write(
      "\(folder)/consents-\(Self.hostile).ndjson",
      Sample.consent("u1", "purpose", "2026-01-01T00:00:00Z").replacing("\"purpose\",", with: value + ",")
        + "{\"uid\":\"u2\",\"purpose\":\"link:phone\",\"given_at\":\(value)}\n")
    try place.write("\(folder)/\(Self.hostile).txt", "nothing\n")
    let audit = try check(["audit", folder, "--as-of", Workplace.asOf, "--max-rejects", "3"], status: 0)
    #expect(audit.errors.contains("\\u{1b}[31m") && audit.errors.contains("\\u{202e}"), "\(audit)")
    try check(["audit", folder, "--as-of", Workplace.asOf, "--log-format", "json", "--verbose"])
    let inspection = try check(["inspect", folder, "--json"], status: 0)
    let page = try #require(
      try JSONSerialization.jsonObject(with: Data(inspection.output.utf8)) as? [String: [[String: Any]]])
    // JSON's own escapes, which its readers undo.
    #expect(page["sources"]?.contains { ($0["path"] as? String)?.contains(Self.hostile) == true } == true)
    let ids = try place.findings().map(\.id)
    #expect(!ids.isEmpty)
    for id in ids {
      try check(["explain", id], status: 0)
      try check(["explain", id, "--json"], status: 0)
    }
    // A table is for programs, and for people where they see it.
    let draw = ["sample", folder, "--rule", "consent/link-phone", "--size", "1", "--seed", "s"]
    let sample = try place.run(draw, columns: 80, isOutputShown: true)
    #expect(sample.screen.text.contains("\\u{1b}[31m") && !sample.screen.text.contains("\u{1B}"), "\(sample)")
    let piped = try place.run(draw).output
    #expect(piped.contains("\\u{1b}[31m") && CSVTable(piped).rows.count == 1, "\(piped)")
    let raw = piped.unicodeScalars.filter { $0.value < 0x20 && $0 != "\r" && $0 != "\n" || $0 == "\u{202E}" }
    #expect(raw.isEmpty, "\(piped)")
    for command in [
      ["inspect", folder], ["inspect", folder, "--suggest"], ["init", folder], ["audit", Self.hostile],
    ] {
      try check(command)
    }
  }

  @Test func arguments() throws {
    let text = Self.hostile
    for arguments in [
      ["--\(text)"], ["audit", "x", "--as-of", text], ["audit", "x", "--input=\(text)"], ["rules", "show", text],
      ["audit", "x", "--config", text], ["rules", "list", "--severity=\(text)"],
      ["history", "--store", text], ["audit", text, "--store", text],
    ] {
      let outcome = try check(arguments)
      #expect(outcome.status >= 64 && outcome.errors.contains("\\u{1b}[31m"), "\(outcome)")
    }
  }

  @Test func whatPeopleWrite() throws {
    let quoted = "\"x\\e[31m\\nrelay-audit: error: forged\\r\\u009B2J\\u202Ey\""
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-11-20T05:30:00Z"))
    try place.write("relay-audit.yaml", "project: \(quoted)\ninputs: [{path: in}]\nwaivers: waivers.yaml\n")
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [ra-0123456789abcdef], signed_by: \(quoted), requested_by: A. Person, ticket: \(quoted),
           date: 2026-11-01, expires: 2026-12-01, reason: \(quoted)}

      """)
    try check(["audit", "--as-of", Workplace.asOf], status: 1)
    try check(["waivers"], status: 0)
    try check(["waivers", "--json"], status: 0)
    try check(["sign-off", "last", "--as", "A.\u{9B}2J\u{202E}", "--note", "n"])
    try check(["audit", "--as-of", Workplace.asOf, "--fail-on", "none"], status: 0)
    try check(["history", "--withdraw", "last", "--reason", Self.hostile], status: 0)
    for command in [
      ["history"], ["history", "--json"], ["diff", "1", "2"], ["verify"], ["history", "--project", "y"],
    ] {
      try check(command)
    }
    let unknown = try check(["report", Self.hostile], status: 66)
    #expect(unknown.errors.contains("\\u{1b}[31m"))
  }
}
