import ArgumentParser

/// The option `--config`, which means the same in all commands.
struct ConfigOption: ParsableArguments {
  @Option(help: "The configuration (default: relay-audit.yaml, if there is one).")
  var config: String?
}
