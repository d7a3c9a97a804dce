/// The program's name and version, as `--version` and every report give them.
package enum Program {
  package static let name = "relay-audit"
  package static let version = "0.2.0"
}
