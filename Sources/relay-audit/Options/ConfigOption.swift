import ArgumentParser

struct ConfigOption: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration file (default: relay-audit.yaml, if there is one).", valueName: "file"))
  var config: String?
}
