import Foundation
import Synchronization
import Testing

@testable import Evidence
@testable import Judgement
@testable import Run

/// For which rules what takes long was run, and came out well, with all texts as they are now. A run of all tests
/// leaves it out: it takes a third of the processor's time. `RULES` and `RECORD=1` run it.
enum RuleRecord {
  /// A case's raw value is its word in the record.
  enum Part: String {
    /// All mutants of the query and of the witnesses' queries came out as `survivors.yaml` says.
    case judgements, witnesses
    /// DuckDB came to the same rows in all cases.
    case duckdb
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let file = folder.appending(path: "verified.txt")
  /// To be written: with `RULES`, the lines of all other rules stay.
  private static let lines = Mutex(RulesUnderTest.areNamed ? (try? verified.get()) ?? [] : [])

  static func has(_ rule: Rule, _ part: Part) throws -> Bool {
    guard !RulesUnderTest.areNamed, !isRecording else { return false }
    return try verified.get().contains(line(rule, part))
  }

  /// With `RECORD=1`, writes that all came out well, and fails all the same.
  static func add(_ rule: Rule, _ part: Part) throws {
    guard isRecording else { return }
    let line = try line(rule, part)
    let text = lines.withLock { lines in
      lines = lines.filter { !$0.hasPrefix("\(rule.id) \(part.rawValue) ") }.union([line])
      return lines.sorted().joined(separator: "\n") + "\n"
    }
    try Data(text.utf8).write(to: file, options: .atomic)
    Issue.record("run without RECORD=1")
  }

  private static let verified = Result {
    Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
  }

  private static func line(_ rule: Rule, _ part: Part) throws -> String {
    var texts = [rule.text, rule.caseText ?? ""] + PublicView.all.map(\.sql)
    switch part {
    case .judgements, .witnesses:
      texts += try Survivor.all.get().filter { $0.rule == rule.id || $0.rule.hasPrefix("\(rule.id) ") }
        .map { "\($0.rule) \($0.change)" }
      texts += try mutation.get()
    case .duckdb: texts += try portability.get()
    }
    return "\(rule.id) \(part.rawValue) \(SHA256Text.hex(of: Data(texts.joined(separator: "\0").utf8)))"
  }

  /// How mutants are made and run.
  private static let mutation = Result { try texts(in: "../Mutation", ".swift") }

  /// How cases come to DuckDB, and which it is.
  private static let portability = Result {
    try texts(in: "../Portable", ".swift") + texts(in: "../../Portable", "compare_on_duckdb.py")
      + texts(in: "../..", "requirements.txt").flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { $0.hasPrefix("duckdb==") }
  }

  /// The files in a folder, by its path from this file's, whose names end so.
  private static func texts(in path: String, _ ending: String) throws -> [String] {
    let folder = folder.appending(path: path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
    return try names.sorted().map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }
}
