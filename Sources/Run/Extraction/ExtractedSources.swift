import Evidence
import Foundation
import Intake
import Platform
import Timestamps

/// What `extract` says of a run's sources beside their records: `sources.json` (docs/scale.md).
struct ExtractedSources: Codable {
  struct Source: Codable {
    var ordinal: SourceOrdinal
    var traits: SourceTraits
    /// Nil where it was not recognised.
    var kind: EvidenceKind?
    var format: String
    /// As it was known when its first record was read.
    var capturedAt: Timestamp
    /// What its reading told.
    var summary: SourceSummary
    /// How many lines of `records.ndjson` were written while it was read.
    var lines: Int
  }

  /// The version of the two files' form.
  var version = Self.version
  /// The id of this extract, which the lines of parts name.
  var id = RandomID.uuid()
  /// The program's version, on which the reading of a file depends.
  var tool = Program.version
  var asOf: Timestamp
  /// SHA-256 of the configuration file's bytes, or of none without such a file, as lower-case hex.
  var configSHA256: String
  var inReadingOrder: [Source]
  var skipped: [SkippedInput]
  var missing: [MissingInput]
  /// What was written for shards beside the records; nil where nothing was.
  var state: ExtractedState?

  /// How many lines `records.ndjson` has.
  var lines: Int { inReadingOrder.reduce(0) { $0 + $1.lines } }

  static let file = "sources.json"
  static let records = "records.ndjson"
  private static let version = 2

  var json: [UInt8] { get throws { try WrittenJSON.line(self) } }

  /// - Parameter folder: that `extract` wrote to.
  /// - Throws: `UserError`.
  static func read(in folder: String) throws(UserError) -> ExtractedSources {
    let path = "\(folder)/\(file)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UserError(
        .noSuchInput, "\(path) is not there or cannot be read",
        remedy: "name a folder that `relay-audit extract` wrote to")
    }
    let remedy = "write the folder again with `relay-audit extract`"
    struct Edition: Decodable {
      var version: Int
      var tool: String
    }
    guard let edition = try? JSONDecoder().decode(Edition.self, from: data) else {
      throw UserError(.unusableData, "\(path) was not written by `relay-audit extract`", remedy: remedy)
    }
    guard edition.version == version, edition.tool == Program.version else {
      throw UserError(
        .unusableData,
        "\(path) was written by version \(edition.tool) of the program, which may read files in another way than this "
          + "version, \(Program.version)", remedy: remedy)
    }
    guard let sources = try? JSONDecoder().decode(ExtractedSources.self, from: data), sources.arePossible else {
      throw UserError(.unusableData, "\(path) is damaged", remedy: remedy)
    }
    return sources
  }
}
