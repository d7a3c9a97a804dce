import Evidence

/// The reject of a value whose meaning the configuration does not say.
enum Uncovered {
  private static let shown = 20

  static func value(_ value: String, of column: MappingPlan.Column) -> RecordRejection {
    let theirs = (column.values?.keys ?? []).filter { !$0.isEmpty }
    let known = theirs + (column.type.words ?? []).filter { !theirs.contains($0) }
    let list = known.prefix(shown).map { "`\($0)`" }.joined(separator: ", ")
    return RecordRejection(
      """
      \(column.label) is \(ShownValue.refused(value, of: column.name)), whose meaning is not configured; map it \
      under `values`, which knows \(list)\(known.count > shown ? " and \(known.count - shown) more" : "")
      """)
  }
}
