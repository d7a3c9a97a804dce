import ArgumentParser
import Audit

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what each file is, how many records it has, what was rejected and why; judge nothing.")

  @Argument(help: "Files and folders; `-` is standard input.")
  var input: [String] = []

  @OptionGroup var chosen: ConfigOption

  @Option(name: .customLong("input"), help: "KIND=PATH: a file whose kind is named outright.")
  var namedInputs: [NamedInput] = []

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    var options = AuditOptions()
    options.inputs = input
    options.namedInputs = namedInputs.map(\.value)
    options.config = chosen.config
    try Command.run(output) { diagnostics in
      print(try AuditTool.inspect(options, asJSON: json, diagnostics: diagnostics))
      return 0
    }
  }
}
