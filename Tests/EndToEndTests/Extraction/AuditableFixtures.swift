import Foundation
import Testing

/// The fixtures of the formats that an audit reads without a configuration.
enum AuditableFixtures {
  /// A few formats an audit: one for each would take most of the time to start processes.
  private static let formatsInAnAudit = 6

  /// Calls `body` with places whose folder `in` has the files of some formats, until all formats were there.
  static func forEachPlace(_ body: (Workplace) throws -> Void) throws {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/Intake")
    var formats: [String] = []
    let probe = try Workplace()
    for format in try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted() {
      try copy(format, of: fixtures, to: probe)
      let extracted = try probe.run("extract", "in/\(format)", "--as-of", Workplace.asOf, "--out", "out/\(format)")
      if extracted.status == 0 { formats.append(format) }
    }
    #expect(formats.count > 30)
    for first in stride(from: 0, to: formats.count, by: formatsInAnAudit) {
      let place = try Workplace()
      for format in formats[first...].prefix(formatsInAnAudit) { try copy(format, of: fixtures, to: place) }
      try body(place)
    }
  }

  private static func copy(_ format: String, of fixtures: URL, to place: Workplace) throws {
    let folder = fixtures.appending(path: format)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "expected.csv" {
      try place.write("in/\(format)/\(name)", try Data(contentsOf: folder.appending(path: name)))
    }
  }
}
