import Evidence
import Intake

/// What in the configuration's `inputs` had no effect on any of its files, or more than it can have been meant to.
struct MappingWarning {
  /// A sentence with file and line.
  var text: String
  /// Whether records are left out by it. What a night's records had no use for, another night's may need.
  var leavesOut: Bool
}

extension Diagnostics {
  func say(_ warnings: [MappingWarning]) {
    for warning in warnings { warning.leavesOut ? self.warning(warning.text) : hint(warning.text) }
  }
}

enum MappingWarnings {
  static func all(of sources: [(settings: SourceSettings, summary: SourceSummary)]) -> [MappingWarning] {
    // An entry with wildcards speaks of several files, of which some may lack what others have.
    let mapped = sources.filter { $0.settings.isMapped && $0.summary.mappingUse != nil }
    let files = Dictionary(grouping: mapped, by: \.summary.path)
    let entries = Dictionary(
      grouping: mapped.map { source in
        var source = source
        let others = files[source.summary.path]?.map(\.settings).filter { $0 != source.settings } ?? []
        source.summary.mappingUse?.leaveOutEnds(readBy: others, beside: source.settings)
        return source
      }
    ) { $0.settings }
    return entries.flatMap { settings, sources in MappedEntry(settings, sources.map(\.summary)).warnings }
      .sorted { $0.text < $1.text }
  }
}

extension MappingUse {
  /// Drops what other entries of the file read.
  fileprivate mutating func leaveOutEnds(readBy others: [SourceSettings], beside settings: SourceSettings) {
    guard !endsLeftOut.isEmpty, !others.isEmpty else { return }
    for (column, values) in endsLeftOut {
      let rest = values.filter { value in !others.contains { $0.reads(value, in: column, beside: settings) } }
      endsLeftOut[column] = rest.isEmpty ? nil : rest
    }
  }
}

extension SourceSettings {
  /// Whether the entry reads the records with the value that another entry of the file leaves out.
  ///
  /// - Parameter value: as `MappingUse.endsLeftOut` has it.
  fileprivate func reads(_ value: String, in column: String, beside other: SourceSettings) -> Bool {
    let named = record.filters[column]?.contains { ShownValue.text($0, of: "") == value } ?? record.filters.isEmpty
    // What else it asks for, the other entry has to ask for as well.
    return named
      && record.filters.allSatisfy { key, accepted in
        key == column || other.record.filters[key].map { Set($0).isSubset(of: accepted) } ?? false
      }
  }
}

/// One entry of `inputs`, with what became of its files.
private struct MappedEntry {
  let settings: SourceSettings
  let record: RecordMapping
  let files: String
  let uses: [MappingUse]
  /// Files of which nothing was read, by a column of `where` that none of their records has.
  let unseen: [String: [String]]
  /// The keys below the entry whose columns were there.
  let found: Set<String>
  /// Names of theirs that nothing reads.
  let unread: [String]
  let skipped: Int64
  /// Records that `where` and `pattern` let through.
  let chosen: Int64
  let rejected: Int64
  let firstReject: String?
  let kinds: Set<EvidenceKind>

  init(_ settings: SourceSettings, _ sources: [SourceSummary]) {
    self.settings = settings
    record = settings.record
    files = NameList.text(sources.map(\.path).sorted())
    uses = sources.compactMap(\.mappingUse)
    let empty = sources.filter { $0.skipped > 0 && $0.records + $0.rejected + $0.duplicates == 0 }
    unseen = empty.reduce(into: [:]) { files, source in
      for column in source.filtersUnseen { files[column, default: []].append(source.path) }
    }
    found = uses.reduce(into: []) { $0.formUnion($1.found) }
    unread = Set(sources.flatMap(\.columnsIgnored)).sorted()
    skipped = sources.reduce(0) { $0 + $1.skipped }
    chosen = sources.reduce(0) { $0 + $1.records + $1.rejected + $1.duplicates }
    rejected = sources.reduce(0) { $0 + $1.rejected }
    firstReject = sources.lazy.flatMap(\.rejects).first?.reason
    kinds = Set(sources.compactMap(\.kind))
  }

  var warnings: [MappingWarning] {
    placed(ofChoice + ofFiles + ofEnds + ofSpellings, leavesOut: true)
      + placed(ofFilters + ofPattern + ofColumns + ofNames + ofValues + ofIgnored, leavesOut: false)
  }

  private func placed(_ warnings: [Warning], leavesOut: Bool) -> [MappingWarning] {
    warnings.map { key, text in
      MappingWarning(text: (record.place(of: key).map { "\($0): " } ?? "") + text, leavesOut: leavesOut)
    }
  }

  private typealias Warning = (key: String, text: String)

  // MARK: - Which records

  private var ofChoice: [Warning] {
    guard skipped > 0, chosen == 0 else { return [] }
    if record.pattern != nil, uses.allSatisfy({ $0.offered == 0 }) {
      return [("pattern", "`pattern` matches no line of \(files) (\(skipped) read)")]
    }
    return [("where", "`where` excludes every record of \(files) (\(skipped) read)")]
  }

  private var ofFilters: [Warning] {
    // A table without the column is rejected as a whole; of a text that the pattern matches nowhere nothing is known.
    let isLooked = uses.contains { $0.offered > 0 || record.pattern == nil && $0.isLooked }
    guard isLooked, record.pattern != nil || chosen + skipped > 0 else { return [] }
    return record.filters.keys.filter { !found.contains("where.\($0)") }.map { name in
      ("where.\(name)", "`where` names `\(name)`, which no record of \(files) has\(question(about: name))")
    }
  }

  /// Where other files of the entry have the column.
  private var ofFiles: [Warning] {
    guard chosen > 0 else { return [] }
    return unseen.filter { found.contains("where.\($0.key)") }.map { column, paths in
      (
        "where.\(column)",
        """
        `where` names `\(column)`, which no record of \(NameList.text(paths.sorted())) has, so none of them was read; \
        if they are evidence in another form, give them an entry of their own
        """
      )
    }
  }

  /// What is left out and ends a record leaves it in force.
  private var ofEnds: [Warning] {
    guard let kind = kinds.first, let column = TellingColumns.standing(of: kind) else { return [] }
    let left = uses.reduce(into: [:]) { $0.merge($1.endsLeftOut.compactMapValues(\.first)) { first, _ in first } }
    return left.map { name, value in
      (
        "where.\(name)",
        """
        `where` leaves out records of \(files) whose `\(name)` is \(value): what they end stays in force. Read them, \
        with `\(name)` as `\(column)` under `columns`, or list `\(name)` under `ignore` as well
        """
      )
    }
  }

  private var ofSpellings: [Warning] {
    let left = uses.reduce(into: [:]) { $0.merge($1.spellingsLeftOut) { first, _ in first } }
    return left.map { name, value in
      (
        "where.\(name)",
        """
        `where` leaves out records of \(files) whose `\(name)` is \(value), which differs only in capitals from a \
        value that it names; if they are meant, name that spelling too
        """
      )
    }
  }

  private var ofPattern: [Warning] {
    guard let pattern = record.pattern else { return [] }
    var warnings: [Warning] = []
    if skipped == 0, chosen > 1 {
      let text = "`pattern` matches all \(chosen) lines of \(files)"
      warnings.append(
        (
          "pattern",
          rejected == chosen
            ? text + ", but none of them is a usable record: \(firstReject ?? "all are rejected")"
            : text + "; make sure that it is meant to match every one of them"
        ))
    }
    let groups = (try? LinePattern(pattern))?.names ?? []
    let named = (Array(settings.columns.values) + record.filters.keys + record.ignored).map { $0.lowercased() }
    let ours = kinds.reduce(into: Set<String>()) { $0.formUnion(OwnColumns.names(of: $1) ?? []) }
    let missing = ours.subtracting(groups.map { $0.lowercased() }).subtracting(settings.columns.keys)
      .subtracting(settings.constants.keys)
    for group in groups {
      let lower = group.lowercased()
      let isRead = ours.contains(lower) || named.contains { $0 == lower || $0.hasPrefix(lower + ".") }
      guard !isRead, let nearest = NearestName.to(group, among: missing.sorted()) else { continue }
      warnings.append(
        ("pattern", "`pattern` has a group `\(group)`, which nothing reads; did you mean `\(nearest)`?"))
    }
    return warnings
  }

  // MARK: - Columns

  private var ofColumns: [Warning] {
    // Where no record was read, nothing shows which columns are missing.
    guard chosen > 0, uses.contains(where: \.isLooked) else { return [] }
    return settings.columns.filter { !found.contains("columns.\($0.key)") }.map { ours, theirs in
      (
        "columns.\(ours)",
        "`columns.\(ours)` names `\(theirs)`, which no record of \(files) has\(question(about: theirs))"
      )
    }
  }

  /// Names of ours that the kind does not have. Where the entry says the kind, they are errors.
  private var ofNames: [Warning] {
    guard let kind = kinds.first, kinds.count == 1, let known = OwnColumns.names(of: kind) else { return [] }
    let names =
      settings.columns.keys.map { ("columns", $0) } + settings.constants.keys.map { ("constants", $0) }
      + record.values.keys.map { ("values", $0) }
    return names.filter { !known.contains($0.1) }.map { key, name in
      let nearest = NearestName.question(about: name, among: known.sorted())
      return ("\(key).\(name)", "`\(key).\(name)` has no effect: \(kind.rawValue) have no such column\(nearest)")
    }
  }

  private var ofIgnored: [Warning] {
    record.ignored.compactMap { name in
      // One that is there under another name; a field that a record may lack is nobody's mistake.
      guard !unread.contains(where: { $0.lowercased() == name.lowercased() }), !name.contains("."),
        let nearest = NearestName.to(name, among: unread.filter { !isIgnored($0) })
      else { return nil }
      return ("ignore", "`ignore` names `\(name)`, which no record of \(files) has; did you mean `\(nearest)`?")
    }
  }

  private func isIgnored(_ name: String) -> Bool {
    record.ignored.contains { $0.lowercased() == name.lowercased() }
  }

  // MARK: - Values

  private var ofValues: [Warning] {
    guard uses.contains(where: { $0.offered > 0 }), chosen > 0 else { return [] }
    return record.values.sorted { $0.key < $1.key }.compactMap { name, map in
      guard kinds.contains(where: { OwnColumns.names(of: $0)?.contains(name) ?? false }) else { return nil }
      guard found.contains("columns.\(name)") else {
        // Of a mapped column it is said already.
        if settings.columns[name] != nil || map[""] != nil { return nil }
        return ("values.\(name)", "`values.\(name)` has no effect: no record of \(files) has `\(name)`")
      }
      var unused = uses.first?.unusedValues[name] ?? []
      for use in uses.dropFirst() { unused.formIntersection(use.unusedValues[name] ?? []) }
      guard let first = unused.min() else { return nil }
      let unmapped = uses.reduce(into: Set<String>()) { $0.formUnion($1.unmapped[name] ?? []) }.sorted()
      let keys = unused.sorted().map { ShownValue.text($0, of: name) }.joined(separator: ", ")
      let rest = unmapped.isEmpty ? "" : "; no meaning is given for \(unmapped.joined(separator: ", "))"
      return ("values.\(name).\(first)", "`values.\(name)` names \(keys), which no record of \(files) has\(rest)")
    }
  }

  private func question(about name: String) -> String { NearestName.question(about: name, among: unread) }
}
