import ArgumentParser
import History
import Reporting
import Run
import Timestamps

struct WaiversCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "waivers", abstract: "List the waivers and their states, compared with the findings of the last run.")

  @Option(help: ArgumentHelp("The file of waivers (default: the one in the configuration).", valueName: "file"))
  var waivers: String?

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp("The time for which to tell the states, in RFC 3339 (default: now).", valueName: "time"))
  var asOf: Timestamp?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func validate() throws { try Arguments.checkNotEmpty(waivers, "--waivers") }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let list = try WaiverList(waivers, at: asOf ?? .now, runs.query)
    for warning in list.warnings { diagnostics.warning(warning) }
    if json {
      try StandardOutput.write(json: ReportJSON.text(of: list.entries))
    } else {
      try StandardOutput.write(lines: Self.lines(list))
    }
    return .success
  }

  private static func lines(_ list: WaiverList) -> [String] {
    guard !list.entries.isEmpty else { return ["The file has no waivers."] }
    let lines = list.entries.map { waiver in
      let state = waiver.state.rawValue + String(repeating: " ", count: max(0, 8 - waiver.state.rawValue.count))
      let asked = waiver.requestedBy.map { ", requested by \($0)" } ?? ""
      let ticket = waiver.ticket.map { ", \($0)" } ?? ""
      let scope = waiver.scope.map { " of \($0.words)" } ?? ""
      let line = waiver.line.map { ", line \($0)" } ?? ""
      return """
        \(state)  \(waiver.expires.readableEnd)  \(Counted.text(waiver.findings.count, "finding"))\(scope)  \
        signed by \(waiver.signedBy)\(asked)\(ticket)\(line): \(waiver.reason)
        """
    }
    return lines + ["Compared with \(list.run.name)."]
  }
}
