import ArgumentParser

struct ConfigOption: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration (default: relay-audit.yaml, if it exists).", valueName: "file"))
  var config: String?
}
