/// The name of a file without its numbers: the same for the months of a table, the parts of an export and the copies of
/// a log that is rotated.
package enum UnnumberedName {
  // # Safety: as in `UndatedPath`.
  private nonisolated(unsafe) static let number = #/[0-9]+/#
  /// `worker.log.1` and `worker.log-20261120` are copies of `worker.log`.
  private nonisolated(unsafe) static let ending = #/[-._]#$/#

  /// Words of names that say nothing of what is in a file.
  private static let general: Set<Substring> = [
    "export", "exports", "query", "result", "results", "data", "download", "report", "reports", "file", "untitled",
    "output", "document", "copy", "image", "screenshot", "csv", "json", "ndjson", "jsonl", "tsv", "xlsx", "txt",
  ]

  /// The path with the file's name unnumbered, and with its folders undated; nil where the name has no number, or no
  /// word that says what the file is.
  ///
  /// - Parameter mustHaveNumber: false for a file that others may be copies of.
  package static func of(_ path: String, mustHaveNumber: Bool = true) -> String? {
    var parts = path.split(separator: "/").map(String.init)
    guard var name = parts.popLast() else { return nil }
    if name.hasSuffix(".gz") { name.removeLast(3) }
    let unnumbered = name.replacing(number, with: "#")
    if mustHaveNumber, unnumbered == name, !path.hasSuffix(".gz") { return nil }
    let words = unnumbered.lowercased().split { !$0.isLetter }
    guard words.contains(where: { $0.count > 2 && !general.contains($0) }) else { return nil }
    return UndatedPath.of(parts.joined(separator: "/")) + "/" + unnumbered.replacing(ending, with: "")
  }
}
