import Evidence
import Foundation

@testable import Intake

/// A file of any format: the first byte says which kind it is read as, if any; the second how it is read.
enum IntakeTarget {
  static let target = FuzzTarget(name: "intake") { run in
    let file = ScratchFile()
    let kinds: [EvidenceKind?] = [nil] + EvidenceKind.allCases
    var options = Reading.options
    options.appleKeys = try AppleKeys(jwks: TokenTarget.jwks)
    var limited = options
    limited.recordSizeLimit = 256
    limited.unpackedLimit = 1 << 20
    try run { [options, limited] input in
      guard input.count >= 2 else { return }
      file.write(UnsafeBufferPointer(rebasing: input[2...]))
      let (kind, way) = (Int(input[0]), Int(input[1]))
      var settings = SourceSettings(kind: kinds[kind % kinds.count])
      settings.record.encoding = [nil, nil, .utf16, .windows1252][way >> 2 & 3]
      if way & 0x10 == 0 {
        _ = Reading(file.path, settings: settings, options: options)
      } else {
        readBothWays(
          file.path, settings: settings, options: way & 0x20 == 0 ? options : limited, chunk: [1, 3, 64, 1000][way & 3])
      }
    }
  }
}
