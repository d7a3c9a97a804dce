import ArgumentParser
import Reporting

/// The names that `--format` takes.
enum ReportFormatNames {
  static let help = ArgumentHelp(
    "Report formats, separated by commas: \(ReportRenderers.names.joined(separator: ", ")) (default: html,json).",
    valueName: "formats")
}
