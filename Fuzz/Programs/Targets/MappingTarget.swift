import Evidence
import Foundation

@testable import Intake
@testable import Run

/// A configuration, a line of three hyphens, and a file that is read as its first input says.
enum MappingTarget {
  private static let line = Array("\n---\n".utf8)

  static let target = FuzzTarget(name: "mapping") { run in
    let file = ScratchFile()
    try run { input in
      guard let end = input.indices.first(where: { input[$0...].starts(with: line) }) else { return }
      let text = String(decoding: input[..<end], as: UTF8.self)
      var settings: SourceSettings?
      expecting({ $0 is ConfigurationError }) {
        settings = try Configuration(yaml: text, name: "relay-audit.yaml").inputs.first?.settings
      }
      guard let settings else { return }
      file.write(UnsafeBufferPointer(rebasing: input[(end + line.count)...]))
      readBothWays(file.path, settings: settings, chunk: input.count % 3 == 0 ? 1 : 17)
    }
  }
}
