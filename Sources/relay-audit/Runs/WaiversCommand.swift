import ArgumentParser
import History
import Reporting
import Run
import Timestamps

struct WaiversCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "waivers", abstract: "List each waiver with its state, held against the findings of the last run.")

  @Option(help: ArgumentHelp("The file of waivers (default: the configured one).", valueName: "file"))
  var waivers: String?

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp("The time for which the states are told, in RFC 3339 (default: now).", valueName: "time"))
  var asOf: Timestamp?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let list = try WaiverList(waivers, at: asOf ?? .now, runs.query)
    for warning in list.warnings { diagnostics.warning(warning) }
    print(json ? ReportJSON.text(of: list.entries) : Self.text(list))
    return .success
  }

  private static func text(_ list: WaiverList) -> String {
    guard !list.entries.isEmpty else { return "The file has no waivers." }
    let lines = list.entries.map { waiver in
      let state = waiver.state.rawValue + String(repeating: " ", count: max(0, 8 - waiver.state.rawValue.count))
      let asked = waiver.requestedBy.map { ", asked for by \($0)" } ?? ""
      let ticket = waiver.ticket.map { ", \($0)" } ?? ""
      return """
        \(state)  until \(waiver.expires.rfc3339)  \(Counted.text(waiver.findings.count, "finding"))  \
        signed by \(waiver.signedBy)\(asked)\(ticket): \(waiver.reason)
        """
    }
    return (lines + ["Held against \(list.run.name)."]).joined(separator: "\n")
  }
}
