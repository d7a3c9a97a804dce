import Evidence
import Foundation
import Intake

extension SourceSettings {
  /// What the reading of a source's bytes depends on, besides the bytes: another text means another reading.
  var mapping: String {
    let columns = columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let constants = constants.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let first = [Program.version, kind?.rawValue ?? "", timeUnit?.rawValue ?? ""] + columns + constants
    let parts = first + record.text
    return SHA256Text.hex(of: Data(parts.joined(separator: "\u{0}").utf8))
  }
}

extension RecordMapping {
  /// What of it changes the reading, each part beginning with its key; nothing where nothing is said.
  fileprivate var text: [String] {
    var parts: [String] = []
    for (name, values) in filters.sorted(by: { $0.key < $1.key }) { parts += ["where", name] + values.sorted() }
    for (name, map) in values.sorted(by: { $0.key < $1.key }) {
      parts += ["values", name] + map.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
    if !ignored.isEmpty { parts += ["ignore"] + ignored.sorted() }
    if let delimiter { parts += ["delimiter", "\(delimiter)"] }
    if let encoding { parts += ["encoding", encoding.rawValue] }
    if let pattern { parts += ["pattern", pattern] }
    if let timeZone { parts += ["time_zone", timeZone] }
    return parts
  }
}
