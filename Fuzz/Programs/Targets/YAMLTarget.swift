import Foundation

@testable import Judgement
@testable import Run

/// Files that people write, in YAML: the first byte says which.
enum YAMLTarget {
  static let target = FuzzTarget(name: "yaml") { run in
    let file = ScratchFile("waivers.yaml")
    try run { input in
      guard let first = input.first else { return }
      let bytes = UnsafeBufferPointer(rebasing: input[1...])
      let text = String(decoding: bytes, as: UTF8.self)
      // Whatever is wrong with them is the user's to mend, and is told as such.
      expecting({ $0 is ConfigurationError || $0 is RuleError }) {
        switch first % 5 {
        case 0: _ = try Configuration(yaml: text, name: "relay-audit.yaml")
        case 1:
          file.write(bytes)
          _ = try WaiverFile.read(URL(fileURLWithPath: file.path), name: "waivers.yaml")
        case 2: _ = try RuleCaseFile.read(text, file: "rule.cases.yaml")
        case 3: _ = try RuleFile.read(text, id: "house/rule", origin: "rule.sql")
        default: _ = try Framework.read(text, name: "framework", file: "framework.yaml")
        }
      }
    }
  }
}
