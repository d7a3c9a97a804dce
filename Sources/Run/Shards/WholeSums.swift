import Evidence
import Foundation

/// The file of the sums by which shards judge.
struct WholeSums: Codable {
  var common: PartHeader.Common
  var sums: EvidenceSums

  /// Its first bytes.
  static let begin = Data("{\"common\":".utf8)

  var json: [UInt8] { get throws { try WrittenJSON.line(self) } }

  /// - Returns: the sums, and the SHA-256 of the file.
  /// - Throws: `UserError`.
  static func read(_ path: String) throws(UserError) -> (WholeSums, sha256: String) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UserError(
        .noSuchInput, "\(path) is not there or cannot be read",
        remedy: "name the file that `relay-audit merge --counts` wrote")
    }
    guard let sums = try? JSONDecoder().decode(WholeSums.self, from: data) else {
      throw UserError(.unusableData, "\(path) holds no sums of this version", remedy: "add the counts again")
    }
    return (sums, SHA256Text.hex(of: data))
  }
}
