import ArgumentParser
import Run

struct ConfigOption: ParsableArguments {
  static let help = ArgumentHelp(
    "The configuration file (default: relay-audit.yaml, if there is one).", valueName: "file")

  @Option(help: Self.help) var config: String?
}
