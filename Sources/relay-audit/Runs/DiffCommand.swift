import ArgumentParser
import History
import Reporting
import Run
import Timestamps
import Vocabulary

struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two runs, and why.",
    discussion: "Without runs, the last two; with one, that run and the last.")

  @Argument(help: "The earlier run: its number, the beginning of its id, last, or last~N.")
  var from: RunReference?

  @Argument(help: "The later run.")
  var to: RunReference?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let difference = try RunDifference.between(from, to, runs.query)
    print(json ? try PrintedJSON.text(Printed(difference)) : Self.text(difference))
    return .success
  }

  private static func text(_ difference: RunDifference) -> String {
    var lines = ["From \(difference.from.name) to \(difference.to.name):", "  " + explanation(difference)]
    func section(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append("\(title) (\(items.count)):")
      lines += items.map { "  \($0)" }
    }
    section("New", difference.new)
    section(
      "Resolved",
      difference.resolved.map { finding in
        finding.id + (finding.cause.map { "  \($0.rawValue.replacing("-", with: " "))" } ?? "")
      })
    section("Changed", difference.changed.map { "\($0.id)  \(words($0.from)) became \(words($0.to))" })
    section("Carried, since not judged again", difference.carried)
    section(
      "Waivers that expired",
      difference.expired.map { waiver in
        let ticket = waiver.ticket.map { " (\($0))" } ?? ""
        return
          "signed by \(waiver.signedBy) on \(waiver.date.rfc3339.prefix(10))\(ticket), until \(waiver.expires.rfc3339)"
      })
    lines.append("Unchanged: \(difference.unchanged).")
    return lines.joined(separator: "\n")
  }

  private static func words(_ said: RunDifference.Said) -> String { "\(said.verdict.rawValue) \(said.reason)" }

  private static func explanation(_ difference: RunDifference) -> String {
    let causes = [
      difference.rulesChanged ? "the rules" : nil, difference.configurationChanged ? "the configuration" : nil,
      difference.evidenceChanged ? "the evidence" : nil,
    ].compactMap { $0 }
    guard let last = causes.last else {
      return "the rules, the configuration and the evidence are the same; only the time of the audit is another."
    }
    let list = causes.count == 1 ? last : causes.dropLast().joined(separator: ", ") + " and " + last
    return "\(list) changed."
  }
}

extension DiffCommand {
  /// docs/contract.md, section 9.
  private struct Printed: Encodable {
    struct Resolved: Encodable {
      var id: String
      var cause: String?

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(cause, forKey: .cause)
      }

      enum Key: CodingKey { case id, cause }
    }

    struct Said: Encodable {
      var verdict: String
      var reason: String

      init(_ said: RunDifference.Said) { (verdict, reason) = (said.verdict.rawValue, said.reason) }
    }

    struct Changed: Encodable {
      var id: String
      var from: Said
      var to: Said
    }

    enum CodingKeys: String, CodingKey {
      case from, to
      case rulesChanged = "rules_changed"
      case configChanged = "config_changed"
      case evidenceChanged = "evidence_changed"
      case new, resolved, changed, carried, unchanged
    }

    /// Ids of runs.
    var from: String
    var to: String
    var rulesChanged: Bool
    var configChanged: Bool
    var evidenceChanged: Bool
    var new: [String]
    var resolved: [Resolved]
    var changed: [Changed]
    var carried: [String]
    var unchanged: Int

    init(_ difference: RunDifference) {
      from = difference.from.id
      to = difference.to.id
      rulesChanged = difference.rulesChanged
      configChanged = difference.configurationChanged
      evidenceChanged = difference.evidenceChanged
      new = difference.new
      resolved = difference.resolved.map { Resolved(id: $0.id, cause: $0.cause?.rawValue) }
      changed = difference.changed.map { Changed(id: $0.id, from: Said($0.from), to: Said($0.to)) }
      carried = difference.carried
      unchanged = difference.unchanged
    }
  }
}
