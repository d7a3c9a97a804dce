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

  /// The same; nil where the path has no number, so that the file is no copy of another one, or where neither name nor
  /// folder says what the file is: downloads of anything are numbered.
  package static func ofCopy(_ path: String) -> String? {
    let (folder, name) = (folder(path), name(path))
    let unnumbered = of(folder, name)
    guard unnumbered != folder + "/" + name else { return nil }
    func words(_ text: some StringProtocol) -> [Substring] { text.lowercased().split { !$0.isLetter } }
    let isTold =
      words(name).contains { $0.count > 2 && !general.contains($0) }
      || words(folder.split(separator: "/").suffix(2).joined(separator: " ")).contains(where: telling.contains)
    return isTold ? unnumbered : nil
  }

  /// An unnumbered path as that of the file whose name has no number at all.
  package static func series(_ unnumbered: String) -> String { unnumbered.replacing(inside, with: "") }

  private static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func of(_ folder: String, _ name: String) -> String {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return UndatedPath.of(folder) + "/" + plain.replacing(number, with: "#").replacing(ending, with: "")
  }
}
