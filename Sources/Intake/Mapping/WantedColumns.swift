import Evidence

/// The columns by which a mapping's records are told from the pages around them.
///
/// An answer of an API has its records in a list, under a key such as `items`. So may a record have things of its own,
/// such as what was ordered. Whichever of the two has more of what a record needs is the record.
struct WantedColumns {
  /// What a record needs, each by the paths that will do, in lower case.
  private let needs: [[String]]

  init(_ kind: EvidenceKind, _ settings: SourceSettings) {
    let ignored = Set(settings.record.ignored.map { $0.lowercased() })
    func path(_ ours: String) -> String? {
      if let theirs = settings.columns[ours] { return theirs.lowercased() }
      return ignored.contains(ours) ? nil : ours
    }
    let required = OwnColumns.required(of: kind).map { $0.compactMap(path) }
    let named = Array(settings.columns.values) + Array(settings.record.filters.keys)
    needs = required + named.map { [$0.lowercased()] }
  }

  /// How many of the needs are met by objects with these keys.
  private func count(in keys: Set<String>) -> Int {
    let keys = Set(keys.map { $0.lowercased() })
    return needs.count { paths in
      paths.contains { path in
        keys.contains(path) || path.split(separator: ".").first.map { keys.contains(String($0)) } ?? false
      }
    }
  }

  /// Whether what looks like pages in the head are records.
  func areOutside(in head: Head) -> Bool {
    head.shape == .members && count(in: head.outerKeys) > count(in: head.memberKeys)
  }
}
