import Foundation
import Testing

/// Looks into the files of a store, as `Tests/Portable/store_search.py` does.
struct StoreSearch {
  let place: Workplace
  /// In `place`.
  var folder = ".relay-audit"

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Portable/store_search.py").standardizedFileURL.path

  private func run(_ arguments: [String], input: Data? = nil) throws -> [String] {
    let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
    let outcome = try place.run(
      [python, Self.script] + arguments, input: input, program: URL(fileURLWithPath: "/usr/bin/env"))
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private var store: String { place.path(folder).appending(path: "audit.sqlite").path }

  /// Where one of the texts is, in whatever form, in whatever file.
  func places(of texts: [String]) throws -> [String] {
    try run(["find", place.path(folder).path], input: JSONEncoder().encode(texts))
  }

  /// Where one of the texts is in the names and the contents of files in a folder of `place`, packed ones included: the
  /// text, its form, the file, and what stands around it.
  func outputs(of texts: [String], in folder: String) throws -> [[String]] {
    try run(["outputs", place.path(folder).path], input: JSONEncoder().encode(texts)).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// A hash of all rows of all tables.
  func dump() throws -> String { try run(["dump", store]).joined() }

  /// What is wrong with the file, or with what the ledger says of redactions.
  func problems() throws -> [String] { try run(["check", store]) }

  /// Brings the store's reports into the form of before their lists were in parts.
  func makeWhole() throws { _ = try run(["whole", store]) }

  /// The keys by which remembered records know people, of the records with a value.
  func keys(_ column: String, _ value: String) throws -> [String] { try run(["keys", store, column, value]) }
}
