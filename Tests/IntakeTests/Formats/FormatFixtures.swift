import Evidence
import Foundation
import Testing

@testable import Intake

/// The fixtures of one format: a folder that bears its name, with files as its product really writes them and
/// `expected.csv`, which says what reading each must give.
struct FormatFixtures: CustomTestStringConvertible, Sendable {
  struct Expectation: Equatable, Sendable {
    var file: String
    var records: Int64
    var rejected: Int64
    var ignored: Int64
    var isTruncated: Bool

    init(file: String, _ summary: SourceSummary) {
      self.file = file
      records = summary.records
      rejected = summary.rejected
      ignored = summary.ignored.values.reduce(0, +)
      isTruncated = summary.isTruncated
    }

    init?(line: Substring) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, let records = Int64(cells[1]), let rejected = Int64(cells[2]),
        let ignored = Int64(cells[3])
      else { return nil }
      file = cells[0]
      self.records = records
      self.rejected = rejected
      self.ignored = ignored
      isTruncated = cells[4] == "yes"
    }

    var line: String { "\(file),\(records),\(rejected),\(ignored),\(isTruncated ? "yes" : "no")" }
  }

  static let expectedName = "expected.csv"
  static let header = "file,records,rejected,ignored,truncated"

  /// One for each registered format, whether it has a folder or not.
  static let all = Registry.formats.map { FormatFixtures(guide: $0.guide) }

  let guide: FormatGuide

  var testDescription: String { name }

  /// All kinds of our own format share its name.
  var name: String { guide.name == FormatGuide.ownName ? "\(guide.name)-\(guide.kind.rawValue)" : guide.name }

  var folder: URL { Fixture.folder.appending(path: name) }

  /// Sorted; empty where there is no folder.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0 != Self.expectedName }.sorted()
  }

  func bytes(_ file: String) throws -> [UInt8] { try Fixture.bytes("\(name)/\(file)") }

  func expectations() throws -> [Expectation] {
    let text = try String(contentsOf: folder.appending(path: Self.expectedName), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap(Expectation.init(line:)).sorted { $0.file < $1.file }
  }

  /// Whether a file that was recognised as `format` is of this one.
  func claims(_ outcome: RecognisedSource.Outcome) -> Bool {
    guard case .recognised(let kind, let format) = outcome else { return false }
    return kind == guide.kind && (format == guide.name || format.hasPrefix(guide.name + "-"))
  }
}
