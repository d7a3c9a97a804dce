import ArgumentParser

struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store, which keeps past runs (default: .relay-audit/audit.sqlite).", valueName: "file"))
  var store: String?
}
