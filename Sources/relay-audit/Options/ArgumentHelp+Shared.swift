import ArgumentParser
import Evidence

/// Help of options that many commands have.
extension ArgumentHelp {
  static let config = ArgumentHelp(
    "The configuration file (default: relay-audit.yaml in the input folder, else in the working folder).",
    valueName: "file")

  /// An example of a time, and the kinds of evidence, for help and error messages.
  static let exampleTime = "2026-11-20T06:00:00Z"
  static let kinds = EvidenceKind.allCases.map(\.rawValue).sorted().joined(separator: ", ")

  static let store = ArgumentHelp(
    "The store, which keeps past runs (default: .relay-audit/audit.sqlite).", valueName: "file")
}
