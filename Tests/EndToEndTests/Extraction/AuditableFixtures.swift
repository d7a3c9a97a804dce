import Foundation
import Testing

/// The fixtures of the formats that an audit reads without a configuration.
enum AuditableFixtures {
  /// A few formats an audit: one for each would take most of the time to start processes.
  private static let formatsInAnAudit = 6

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Intake")

  private static let formats = Result {
    let probe = try Workplace()
    return try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted().filter { format in
      try copy(format, to: probe)
      return try probe.run("extract", "in/\(format)", "--as-of", Workplace.asOf, "--out", "out/\(format)").status == 0
    }
  }

  /// Calls `body` with places whose folder `in` has the files of some formats, until all formats were there.
  static func forEachPlace(_ body: (Workplace) throws -> Void) throws {
    let formats = try formats.get()
    #expect(formats.count > 30)
    for first in stride(from: 0, to: formats.count, by: formatsInAnAudit) {
      let place = try Workplace()
      for format in formats[first...].prefix(formatsInAnAudit) { try copy(format, to: place) }
      try body(place)
    }
  }

  private static func copy(_ format: String, to place: Workplace) throws {
    let folder = fixtures.appending(path: format)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "expected.csv" {
      try place.write("in/\(format)/\(name)", try Data(contentsOf: folder.appending(path: name)))
    }
  }
}
