import ArgumentParser
import Evidence
import Foundation
import Intake
import Run
import Timestamps

struct InspectCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what each file is, how many records it has, and what is rejected and why. Nothing is judged.")

  @OptionGroup var inputs: InputOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print the `inputs` of a configuration that would read these files, with the reason for each line.")
  var suggest = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard suggest else { return }
    if json { throw ValidationError("--suggest and --json cannot be combined.") }
    if inputs.input.isEmpty, inputs.namedInputs.isEmpty {
      throw ValidationError("--suggest needs files or folders to look at.")
    }
    if inputs.input.contains("-") {
      throw ValidationError(
        "--suggest reads a file more than once, which standard input does not allow; save the input to a file.")
    }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    if suggest {
      let named = inputs.namedInputs.map { ($0.value.path, $0.value.kind) }
      let proposal = try ConfigurationProposal(of: inputs.input, kinds: Dictionary(named) { first, _ in first })
      try StandardOutput.write(page: proposal.inputs + "\n")
      return .success
    }
    let inspection = try Inspection(of: inputs.auditOptions, diagnostics: diagnostics)
    if json {
      try StandardOutput.write(json: try Self.json(inspection))
    } else {
      try StandardOutput.write(lines: Self.lines(inspection))
    }
    return .success
  }

  private static func lines(_ inspection: Inspection) -> [String] {
    let sources = inspection.sources.flatMap(lines)
    return sources + inspection.skipped.flatMap { [$0.path, "  not read   \($0.reason)"] }
  }

  private static func lines(_ source: SourceSummary) -> [String] {
    if let later = source.supersededBy {
      return [
        source.path,
        "  kind       \(source.kind?.rawValue ?? "not recognised")\(source.format.map { ", \($0)" } ?? "")",
        "  not read   superseded by \(later)",
        "  bytes      \(source.bytes), SHA-256 \(source.sha256)",
      ]
    }
    var lines = [
      source.path,
      "  kind       \(source.kind?.rawValue ?? "not recognised")\(source.format.map { ", \($0)" } ?? "")",
      "  because    \(source.why)",
      "  records    \(source.records) used, \(source.rejected) rejected, "
        + Counted.text(Int(source.duplicates), "duplicate")
        + (source.skipped > 0 ? ", \(source.skipped) skipped by the mapping" : ""),
    ]
    for (reason, count) in source.ignored.sorted(by: { $0.key < $1.key }) {
      lines.append("  not evidence  \(count): \(reason)")
    }
    if source.isTruncated { lines.append("  truncated  yes: only the records before the break are used") }
    if let generation = source.generation {
      let meaning =
        switch generation {
        case .new: "yes"
        case .old: "no: the file is from an old exporter, which leaves them out"
        case .unknown: "unknown: the file does not show which exporter wrote it"
        }
      lines.append("  shows Apple credentials  \(meaning)")
    }
    lines.append("  captured   \(source.capturedAt.rfc3339), \(origin(of: source))")
    if let first = source.firstTime, let last = source.lastTime {
      lines.append("  times      \(first.rfc3339) to \(last.rfc3339)")
    }
    let lists = [
      ("time unit", source.timeUnits.map(\.rawValue)), ("columns  ", source.columnsUsed),
      ("ignored  ", source.columnsIgnored),
    ]
    for (title, names) in lists where !names.isEmpty { lines.append("  \(title)  \(names.joined(separator: ", "))") }
    if !source.undecided.isEmpty {
      lines.append(
        "  undecided  \(source.undecided.joined(separator: ", ")): map each under `columns`, or list it under `ignore`; "
          + "until then an audit is incomplete"
      )
    }
    for sheet in source.sheetsLeftOut { lines.append("  left out   \(sheet)") }
    for example in source.examples {
      let fields = example.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      lines.append("  read as    \(example.locator): \(fields)")
    }
    lines.append("  bytes      \(source.bytes), SHA-256 \(source.sha256)")
    for reject in source.rejects { lines.append("  rejected   \(reject.locator): \(reject.reason)") }
    let untold = source.rejected - Int64(source.rejects.count)
    if untold > 0 { lines.append("  rejected   … and \(untold) more") }
    return lines
  }
}

extension InspectCommand {
  /// What says when a source was captured.
  private static func origin(of source: SourceSummary) -> String {
    switch source.capturedFrom {
    case .configuration: "from the configuration"
    case .flag: "from --captured-at"
    case .name: "from a date in its name or its folder's"
    case .fileTime where source.path == "-": "the time of the run, since a stream has no other"
    case .fileTime where source.isFreshFile:
      "from the modification time, which is fresh, as that of a copy of an old file would be"
    case .fileTime: "from the modification time"
    }
  }
}

// MARK: - JSON

extension InspectCommand {
  /// The keys are these names in snake case.
  private struct Page: Encodable {
    struct Example: Encodable {
      var locator: String
      var fields: [String: String]
    }

    struct Source: Encodable {
      var path: String
      var kind: String?
      var format: String?
      var why: String
      var records: Int64
      var rejected: Int64
      var duplicates: Int64
      var skipped: Int64
      var ignored: [String: Int64]
      var truncated: Bool
      var showsAppleCredentials: String?
      var capturedAt: String
      var capturedFrom: String
      /// The time of capture is a modification time from within 10 minutes of the run.
      var capturedFresh: Bool
      var superseded: Bool
      var supersededBy: String?
      var firstTime: String?
      var lastTime: String?
      var timeUnits: [String]
      var columnsUsed: [String]
      var columnsIgnored: [String]
      /// Columns that look like a decision and that nothing reads.
      var undecided: [String]
      /// Sheets of a workbook that hold something else: sentences.
      var sheetsLeftOut: [String]
      /// The first mapped records, masked.
      var examples: [Example]
      var bytes: Int64
      var sha256: String
      var rejects: [[String: String]]
    }

    var sources: [Source]
    var skipped: [[String: String]]
  }

  private static func json(_ inspection: Inspection) throws -> String {
    let page = Page(
      sources: inspection.sources.map { source in
        Page.Source(
          path: source.path, kind: source.kind?.rawValue, format: source.format, why: source.why,
          records: source.records, rejected: source.rejected, duplicates: source.duplicates,
          skipped: source.skipped, ignored: source.ignored,
          truncated: source.isTruncated, showsAppleCredentials: source.generation?.rawValue,
          capturedAt: source.capturedAt.rfc3339, capturedFrom: source.capturedFrom.rawValue,
          capturedFresh: source.isFreshFile, superseded: source.isSuperseded, supersededBy: source.supersededBy,
          firstTime: source.firstTime?.rfc3339,
          lastTime: source.lastTime?.rfc3339, timeUnits: source.timeUnits.map(\.rawValue),
          columnsUsed: source.columnsUsed, columnsIgnored: source.columnsIgnored,
          undecided: source.undecided, sheetsLeftOut: source.sheetsLeftOut,
          examples: source.examples.map { example in
            Page.Example(
              locator: example.locator,
              fields: Dictionary(example.fields.map { ($0.name, $0.value) }) { first, _ in first })
          }, bytes: source.bytes,
          sha256: source.sha256, rejects: source.rejects.map { ["locator": $0.locator, "reason": $0.reason] })
      },
      skipped: inspection.skipped.map { ["path": $0.path, "reason": $0.reason] })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(page), as: UTF8.self)
  }
}
