import ArgumentParser
import Foundation
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
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let list = try WaiverList(waivers, at: asOf ?? now, runs.query)
    for warning in list.warnings { diagnostics.warning(warning) }
    print(json ? try Self.json(list) : Self.text(list))
    return .success
  }

  private static func text(_ list: WaiverList) -> String {
    guard !list.entries.isEmpty else { return "The file has no waivers." }
    let lines = list.entries.map { waiver in
      let state = waiver.state.rawValue + String(repeating: " ", count: max(0, 8 - waiver.state.rawValue.count))
      let count = waiver.findings.count
      let asked = waiver.requestedBy.map { ", asked for by \($0)" } ?? ""
      let ticket = waiver.ticket.map { ", \($0)" } ?? ""
      return """
        \(state)  until \(waiver.expires.rfc3339)  \(count) \(count == 1 ? "finding" : "findings")  \
        signed by \(waiver.signedBy)\(asked)\(ticket): \(waiver.reason)
        """
    }
    return (lines + ["Held against \(list.run.name)."]).joined(separator: "\n")
  }
}

// MARK: - JSON

extension WaiversCommand {
  /// As in `report.json` (docs/contract.md, section 7).
  private struct Entry: Encodable {
    enum CodingKeys: String, CodingKey {
      case findings
      case signedBy = "signed_by"
      case requestedBy = "requested_by"
      case ticket, date, expires, reason, state
    }

    var waiver: Report.WaiverEntry

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(waiver.findings, forKey: .findings)
      try container.encode(waiver.signedBy, forKey: .signedBy)
      try container.encode(waiver.requestedBy, forKey: .requestedBy)
      try container.encode(waiver.ticket, forKey: .ticket)
      try container.encode(waiver.date.rfc3339, forKey: .date)
      try container.encode(waiver.expires.rfc3339, forKey: .expires)
      try container.encode(waiver.reason, forKey: .reason)
      try container.encode(waiver.state.rawValue, forKey: .state)
    }
  }

  private static func json(_ list: WaiverList) throws -> String {
    try PrintedJSON.text(list.entries.map(Entry.init))
  }
}
