import Foundation
import Synchronization
import Testing

@testable import Evidence
@testable import Judgement
@testable import Run

/// For which rules all mutants were run, and came out as `survivors.yaml` says, with all texts as they are now. A run
/// of all tests leaves them out: to run them takes a third of the processor's time. `RULES` and `RECORD=1` run them.
enum MutationRecord {
  /// A case's raw value is its word in the record.
  enum Part: String {
    case judgements, witnesses
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

  /// With `RECORD=1`, writes that all is as listed, and fails all the same.
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
    let survivors = try Survivor.all.get().filter { $0.rule == rule.id || $0.rule.hasPrefix("\(rule.id) ") }
    let texts = [rule.text, rule.caseText ?? ""] + survivors.map { "\($0.rule) \($0.change)" }
    let hash = SHA256Text.hex(of: Data((texts + (try common.get())).joined(separator: "\0").utf8))
    return "\(rule.id) \(part.rawValue) \(hash)"
  }

  /// What the mutants of every rule rest on: how they are made and run, and the views that they read.
  private static let common = Result {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted().map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    } + PublicView.all.map(\.sql)
  }
}
