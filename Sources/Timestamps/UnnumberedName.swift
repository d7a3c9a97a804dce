/// The name of a file without its numbers: the same for the months of a table, the parts of an export and the copies of
/// a log that is rotated.
package enum UnnumberedName {
  // # Safety: as in `UndatedPath`.
  private nonisolated(unsafe) static let number = #/[0-9]+/#
  /// `worker.log.1` and `worker.log-20261120` are copies of `worker.log`.
  private nonisolated(unsafe) static let ending = #/[-._]#$/#
  /// `consents-2026-11.csv` and `consents (2).csv` are copies of `consents.csv`.
  private nonisolated(unsafe) static let inside = #/[-._ ]?\(?#(?:[-._]?#)*\)?(?=\.[A-Za-z]+$)/#

  /// Words of files that say nothing of what is in them.
  private static let general: Set<Substring> = [
    "export", "exports", "query", "result", "results", "data", "download", "report", "reports", "file", "untitled",
    "output", "document", "copy", "image", "screenshot", "csv", "json", "ndjson", "jsonl", "tsv", "xlsx", "txt",
  ]
  /// Folders that say it.
  private static let telling: Set<Substring> = [
    "consent", "consents", "withdrawals", "links", "deletions", "requests", "revocations", "users", "accounts",
    "notifications", "notices", "mail", "signins", "aliases", "logs",
  ]

  /// The path with the file's name unnumbered, and with its folders undated.
  package static func of(_ path: String) -> String { of(folder(path), name(path)) }

  /// The same, as that of the file whose name has no number at all.
  package static func series(of path: String) -> String { of(path).replacing(inside, with: "") }

  /// Whether the path has a number, so that the file may be a copy of another one. It is none where neither name nor
  /// folder says what the file is: downloads of anything are numbered.
  package static func isOfCopy(_ path: String) -> Bool {
    let (folder, name) = (folder(path), name(path))
    guard of(folder, name) != folder + "/" + name else { return false }
    func words(_ text: some StringProtocol) -> [Substring] { text.lowercased().split { !$0.isLetter } }
    return words(name).contains { $0.count > 2 && !general.contains($0) }
      || words(folder.split(separator: "/").suffix(2).joined(separator: " ")).contains(where: telling.contains)
  }

  private static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func of(_ folder: String, _ name: String) -> String {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return UndatedPath.of(folder) + "/" + plain.replacing(number, with: "#").replacing(ending, with: "")
  }
}
