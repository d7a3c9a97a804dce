/// Names of files of records, and of no notes or pictures beside them.
package enum DataNames {
  package static func have(_ path: String) -> Bool {
    let path = path.lowercased()
    let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    // `users.gz` says nothing but that it is packed.
    if name != path, !name.split(separator: "/").suffix(1).joined().contains(".") { return true }
    return [".json", ".ndjson", ".jsonl", ".csv", ".tsv", ".xlsx"].contains(where: name.hasSuffix)
  }

  /// Whether the name is of a log or a list, and so of no accounts: a log of which nothing was written yet is empty.
  package static func areOfRecords(_ path: String) -> Bool { KindWords.areOfRecords(path: path) }
}
