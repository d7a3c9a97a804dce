import Evidence
import Intake

/// What in the configuration's `inputs` had no effect on any of its files: sentences with file and line.
enum MappingWarnings {
  static func all(of sources: [(settings: SourceSettings, summary: SourceSummary)]) -> [String] {
    // An entry with wildcards speaks of several files, of which some may lack what others have.
    let entries = Dictionary(grouping: sources.filter { $0.settings.isMapped && $0.summary.mappingUse != nil }) {
      $0.settings
    }
    return entries.flatMap { settings, sources in warnings(settings, sources.map(\.summary)) }.sorted()
  }

  private static func warnings(_ settings: SourceSettings, _ sources: [SourceSummary]) -> [String] {
    let record = settings.record
    let files = NameList.text(sources.map(\.path).sorted())
    let uses = sources.compactMap(\.mappingUse)
    let found = uses.reduce(into: Set<String>()) { $0.formUnion($1.found) }
    let skipped = sources.reduce(0) { $0 + $1.skipped }
    let chosen = sources.reduce(0) { $0 + $1.records + $1.rejected + $1.duplicates }
    var warnings: [(key: String, text: String)] = []
    if skipped > 0, chosen == 0 {
      if record.pattern != nil, uses.allSatisfy({ $0.offered == 0 }) {
        warnings.append(("pattern", "`pattern` matches none of \(skipped) lines of \(files)"))
      } else {
        warnings.append(("where", "`where` lets none of \(skipped) records of \(files) through"))
      }
    }
    if uses.contains(where: { $0.offered > 0 }) {
      for name in record.filters.keys where !found.contains("where.\(name)") {
        warnings.append(("where.\(name)", "`where` names `\(name)`, which no record of \(files) has"))
      }
    }
    if chosen > 0 {
      for (ours, theirs) in settings.columns where !found.contains("columns.\(ours)") {
        warnings.append(("columns.\(ours)", "`columns.\(ours)` names `\(theirs)`, which no record of \(files) has"))
      }
    }
    if let kind = settings.kind, let known = OwnColumns.names(of: kind) {
      for name in record.values.keys where !known.contains(name) {
        warnings.append(
          ("values.\(name)", "`values.\(name)` has no effect: \(kind.rawValue) have no such column"))
      }
    }
    return warnings.map { key, text in (record.place(of: key).map { "\($0): " } ?? "") + text }
  }
}
