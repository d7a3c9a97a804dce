import Evidence
import Foundation
import Intake
import Judgement
import Timestamps
import Vocabulary

/// What all shards of one run are judged by.
struct ShardBasis {
  let sources: ExtractedSources
  let state: ExtractedState
  private(set) var settings: AuditSettings
  let rules: RuleBook

  /// - Parameter folder: that `extract --for-shards` wrote to.
  /// - Throws: `UserError`, `ConfigurationError`.
  init(_ options: AuditOptions, in folder: String) throws {
    var options = options
    options.records = folder
    sources = try ExtractedSources.read(in: folder)
    guard let state = sources.state else {
      throw UserError(
        .noSuchInput, "\(folder) has no state for shards",
        remedy: "write it again with `relay-audit extract --for-shards`")
    }
    self.state = state
    if let asOf = options.asOf, asOf != sources.asOf {
      throw UserError(
        .usage, "--as-of is \(asOf.rfc3339), and \(folder) was extracted for \(sources.asOf.rfc3339)",
        remedy: "leave it out")
    }
    options.asOf = sources.asOf
    var settings = try AuditSettings(options)
    guard settings.configSHA256 == sources.configSHA256 else {
      throw UserError(
        .unusableData, "\(folder) was extracted under another configuration than this one",
        remedy: "name the same file with --config, or extract again")
    }
    guard settings.project == state.project else {
      throw UserError(
        .unusableData,
        "\(folder) has the state of \(Self.named(state.project)), and this is \(Self.named(settings.project))",
        remedy: "give every command the same --project")
    }
    settings.isAsOfGiven = true
    self.settings = settings
    rules = try RuleBook.inForce(settings.configuration)
  }

  private static func named(_ project: String) -> String { project.isEmpty ? "no project" : "project \(project)" }

  /// For a shard, which has no gate: its store has no reports to ask what failed before.
  var ofShards: ShardBasis {
    var basis = self
    basis.settings.configuration.gate.scope = .all
    return basis
  }

  /// - Parameters:
  ///   - shards: how many there are.
  ///   - sums: the hash of those by which shards judge; nil where they only count.
  func common(shards: Int, sums: String?) throws -> PartHeader.Common {
    PartHeader.Common(
      extract: sources.id, shards: shards, configSHA256: settings.configSHA256, rulesSHA256: rules.sha256,
      required: settings.configuration.gate.required.text, acceptedSHA256: try acceptedSHA256, sumsSHA256: sums)
  }

  private var acceptedSHA256: String {
    get throws {
      let files = [settings.configuration.waivers, settings.configuration.baseline]
      let hashes = files.map { path in
        path.flatMap { FileManager.default.contents(atPath: $0) }.map(SHA256Text.hex(of:)) ?? ""
      }
      return SHA256Text.hex(of: Data(hashes.joined(separator: "\n").utf8))
    }
  }
}
