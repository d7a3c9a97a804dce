import ArgumentParser

/// Help of options that many commands have.
extension ArgumentHelp {
  static let config = ArgumentHelp(
    "The configuration file (default: relay-audit.yaml, if there is one).", valueName: "file")

  static let store = ArgumentHelp(
    "The store, which keeps past runs (default: .relay-audit/audit.sqlite).", valueName: "file")
}
