import ArgumentParser
import Evidence

/// Help of options that many commands have.
extension ArgumentHelp {
  static let config = ArgumentHelp(
    "The configuration file (default: relay-audit.yaml, if there is one).", valueName: "file")

  /// How a time is written, and the kinds of evidence there are, for whoever wrote another.
  static let exampleTime = "2026-11-20T06:00:00Z"
  static let kinds = EvidenceKind.allCases.map(\.rawValue).sorted().joined(separator: ", ")

  static let store = ArgumentHelp(
    "The store, which keeps past runs (default: .relay-audit/audit.sqlite).", valueName: "file")
}
