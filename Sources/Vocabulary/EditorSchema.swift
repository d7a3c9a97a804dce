/// How a configuration that the program writes tells editors of its JSON Schema. The schema lies beside it, so that the
/// editor finds it without a network.
package enum EditorSchema {
  /// The schema's file.
  package static let fileName = "relay-audit.schema.json"

  /// The first line of a configuration, with its line break.
  package static let modeline = modeline(up: "")

  /// - Parameter up: the way from the configuration's folder to the schema's, such as `../`; empty for the same folder.
  package static func modeline(up: String) -> String { "# yaml-language-server: $schema=\(up)\(fileName)\n" }
}
