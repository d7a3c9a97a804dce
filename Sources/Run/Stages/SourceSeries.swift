import Evidence
import Foundation
import Intake

/// What a file of one night has in common with that of another.
enum SourceSeries {
  /// The path without the dates and times in it: `logs/2026-11-20/app.log` and `logs/2026-11-21/app.log` are one series.
  static func name(of path: String) -> String {
    path.replacing(#/\d{4}([-_]?)\d{2}\1\d{2}([T_-]?\d{2}[-:_]?\d{2}([-:_]?\d{2})?Z?)?/#, with: "*")
  }
}

extension SourceSettings {
  /// What the reading of a source's bytes depends on, besides the bytes: another text means another reading.
  var mapping: String {
    let columns = columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let constants = constants.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let parts = [Program.version, kind?.rawValue ?? "", timeUnit?.rawValue ?? ""] + columns + constants
    return SHA256Text.hex(of: Data(parts.joined(separator: "\u{0}").utf8))
  }
}
