import ArgumentParser

struct StoreOption: ParsableArguments {
  static let help = ArgumentHelp(
    "The store, which keeps past runs (default: .relay-audit/audit.sqlite).", valueName: "file")

  @Option(help: Self.help) var store: String?
}
