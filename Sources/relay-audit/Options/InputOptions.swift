import ArgumentParser
import Evidence
import Run
import Timestamps

/// What to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "Files and folders to read; `-` is standard input. The `inputs` of the configuration are read as well.")
  var input: [String] = []

  @Option(help: .config) var config: String?

  @Option(
    name: .customLong("input"),
    help: ArgumentHelp(
      """
      A file and the kind of evidence to read it as, such as consents=cmp.csv. Can be repeated. Kinds: \
      \(ArgumentHelp.kinds).
      """, valueName: "kind=path"))
  var namedInputs: [NamedInput] = []

  @Option(
    name: .customLong("captured-at"),
    help: ArgumentHelp(
      """
      When the inputs were captured, in RFC 3339 such as \(ArgumentHelp.exampleTime), unless the configuration says \
      so (default: a date in the name of the file or its folder, otherwise the modification time).
      """, valueName: "time"))
  var capturedAt: Timestamp?

  /// Options that name the inputs and leave all else to the configuration.
  var auditOptions: AuditOptions {
    var options = AuditOptions()
    options.inputs = input
    options.namedInputs = namedInputs.map(\.value)
    options.config = config
    options.capturedAt = capturedAt
    return options
  }
}

/// The value of `--input`.
struct NamedInput: ExpressibleByArgument {
  let value: AuditOptions.NamedInput

  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "="),
      let kind = EvidenceKind(rawValue: String(argument[..<separator]))
    else { return nil }
    let path = String(argument[argument.index(after: separator)...])
    guard !path.isEmpty else { return nil }
    value = AuditOptions.NamedInput(kind: kind, path: path)
  }
}
