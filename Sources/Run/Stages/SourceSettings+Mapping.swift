import Evidence
import Foundation
import Intake

extension SourceSettings {
  /// What the reading of a source's bytes depends on, besides the bytes: another text means another reading.
  var mapping: String {
    let columns = columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let constants = constants.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let parts = [Program.version, kind?.rawValue ?? "", timeUnit?.rawValue ?? ""] + columns + constants
    return SHA256Text.hex(of: Data(parts.joined(separator: "\u{0}").utf8))
  }
}
