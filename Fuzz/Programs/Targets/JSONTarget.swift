import Foundation

@testable import Evidence
@testable import Intake

/// One JSON value: what was read, written and read again, is the same. `Fuzz/check_json.py` compares it with Python's.
enum JSONTarget {
  static let target = FuzzTarget(name: "json") { run in
    let parser = try JSONParser()
    try run { input in
      guard let text = canonical(input, parser) else { return }
      guard let again = Array(text.utf8).withUnsafeBufferPointer({ canonical($0, parser) }) else {
        defect("its own JSON is not read: \(text)")
      }
      if again != text { defect("\(text) is read as \(again)") }
    }
  }

  /// The value as it is understood; nil where it is refused.
  static func canonical(_ bytes: UnsafeBufferPointer<UInt8>, _ parser: JSONParser) -> String? {
    // A value lives as long as its parser.
    withExtendedLifetime(parser) { try? parser.parse(bytes).jsonText }
  }
}
