import Foundation
import Judgement
import Platform

/// A baseline's file, read once, so that the hash in the report is that of the bytes that were parsed.
struct BaselineFile: Sendable {
  let baseline: Baseline
  /// As the user named it.
  let path: String
  /// Of the file's bytes, as lower-case hex.
  let sha256: String

  private init(_ file: BaselineFile, _ baseline: Baseline) {
    (path, sha256) = (file.path, file.sha256)
    self.baseline = baseline
  }

  /// The same file with other ids in the places of its own.
  func withIDs(_ id: (String) throws -> String) rethrows -> BaselineFile {
    BaselineFile(self, Baseline(try baseline.entries.map { Baseline.Entry(id: try id($0.id), rule: $0.rule) }))
  }

  /// - Throws: `UserError` for a file that is not there; `ConfigurationError`, with the line, for one that is
  ///   malformed.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UserError(
        .noSuchInput, "there is no baseline at \(path)", remedy: "write one with `relay-audit baseline write \(path)`")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw ConfigurationError(file: path, line: nil, problem: "is not UTF-8 text")
    }
    do throws(Baseline.Malformed) {
      baseline = try Baseline(text)
    } catch {
      throw ConfigurationError(file: path, line: error.line, problem: error.problem)
    }
    self.path = path
    sha256 = SHA256Text.hex(of: data)
  }

  /// Writes a baseline in one piece, in place of another one, whose rights it keeps.
  ///
  /// - Throws: `UserError` where something else stands at the path, or the file cannot be written.
  static func write(_ baseline: Baseline, to path: String) throws {
    // A link that leads nowhere is something as well.
    if (try? FileManager.default.attributesOfItem(atPath: path)) != nil {
      let isBaseline =
        FileManager.default.contents(atPath: path).map { $0.starts(with: Data(Baseline.firstLine.utf8)) } ?? false
      guard isBaseline else {
        throw UserError(.usage, "\(path) exists and is not a baseline", remedy: "name another file, or move it away")
      }
    }
    do {
      try WholeFile.write(Array(baseline.text.utf8), to: path, .any)
    } catch let problem as FolderProblem {
      throw UserError(.cannotWrite, "\(path) cannot be written: \(problem.cause)")
    }
  }
}
