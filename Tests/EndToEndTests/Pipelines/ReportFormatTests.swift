import Foundation
import Testing

/// Every report format of real runs.
@Suite struct ReportFormatTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let formats = "html,json,csv,junit,sarif,markdown,prometheus"
  private static let files = [
    "findings.csv", "junit.xml", "report.sarif", "summary.md", "relay_audit.prom", "report.json", "report.html",
  ]

  private func night(_ place: Workplace, _ number: Int, _ options: String...) throws {
    let outcome = try place.run(
      [
        "audit", "--config", "sample/nights/relay-audit.yaml", "sample/nights/\(number)", "--as-of",
        "2026-11-\(17 + number)T06:00:00Z", "--store", "store.sqlite", "--out", "night-\(number)", "--format",
        Self.formats,
      ] + options)
    #expect(outcome.status < 3, "\(outcome.errors)")
  }

  @Test func everyNightKeepsToSchemasAndCountsAlike() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    try night(place, 1)
    let failing = try place.findings("night-1").filter { $0.verdict == "fail" }.prefix(3).map(\.id)
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(failing.joined(separator: ", "))], signed_by: "=A. Person", date: 2026-11-18, expires: 2026-12-01, reason: "|a|"}

      """)
    try night(place, 2, "--waivers", "waivers.yaml")
    try night(place, 3, "--waivers", "waivers.yaml")
    let folders = ["night-1", "night-2", "night-3"]
    let script = Self.root.appending(path: "Tests/Formats/check_formats.py").path
    let checked = try place.run(
      [ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3", script] + folders,
      program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    #expect(try place.text("night-3/findings.csv").contains(",'=A. Person,"))

    // Written again, they are the same bytes.
    for number in 1...3 {
      let again = try place.run(
        "report", "\(number)", "--store", "store.sqlite", "--out", "again-\(number)", "--format", Self.formats)
      #expect(again.status == 0, "\(again.errors)")
      for file in Self.files {
        #expect(
          try place.text("again-\(number)/\(file)") == place.text("night-\(number)/\(file)"), "\(number): \(file)")
      }
    }
  }

  /// What `--pii hashed` replaces is in no format.
  @Test func noFormatShowsWhatIsHashed() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    for mode in ["full", "hashed"] {
      _ = try place.run(
        "audit", "--config", "sample/relay-audit.yaml", "--as-of", Workplace.asOf, "--store", "\(mode).sqlite", "--out",
        mode, "--format", Self.formats, "--pii", mode)
    }
    let subjects = try #require(try place.report("full")["findings"] as? [[String: Any]])
      .compactMap { $0["subject"] as? [String: Any] }
    let personal = Set(
      subjects.flatMap { subject in ["uid", "email", "apple_sub"].compactMap { subject[$0] as? String } })
    #expect(personal.count > 50)
    for file in Self.files {
      let text = try place.text("hashed/\(file)")
      for value in personal { #expect(!text.contains(value), "\(file): \(value)") }
    }
  }

  /// What docs/reports.md shows is what the sample gives.
  @Test func theExcerptsArePartsOfTheSamplesReports() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample").status == 0)
    _ = try place.run(
      "audit", "--config", "sample/relay-audit.yaml", "--as-of", Workplace.asOf, "--out", "out", "--format",
      Self.formats)
    let page = try String(contentsOf: Self.root.appending(path: "docs/reports.md"), encoding: .utf8)
    let excerpts = page.matches(of: /<!-- excerpt: (\S+) -->\n```\w*\n((?s).*?)\n```\n/)
    #expect(excerpts.map { String($0.output.1) } == Array(Self.files.prefix(5)))
    for excerpt in excerpts {
      var rest = try place.text("out/\(excerpt.output.1)").split(whereSeparator: \.isNewline)[...]
      for line in excerpt.output.2.split(separator: "\n") where line != "…" {
        let isCut = line.hasSuffix("…")
        let found = rest.firstIndex { isCut ? $0.hasPrefix(line.dropLast()) : $0 == line }
        guard let found else {
          Issue.record("\(excerpt.output.1): \(line)")
          break
        }
        rest = rest[(found + 1)...]
      }
    }
  }
}
