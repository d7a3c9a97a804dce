import Evidence

/// What a table has to have for its mapping.
extension MappingPlan {
  /// - Parameters:
  ///   - titles: of the header.
  ///   - found: the table's columns, for each of the mapping's; the same for its filters.
  func check(
    _ titles: [String], _ found: [FieldPath.Column?], _ foundFilters: [FieldPath.Column?]
  ) throws(RecordRejection) {
    let doubt = HeaderDoubt.of(titles)
    try requireNamedColumns(found, foundFilters, doubt)
    try refuseOtherUID(titles)
    try requireColumns(found, doubt)
  }

  /// Rejects a uid under another name where the configuration says nothing: columns are ours but for their case.
  /// Rejects one beside it as well where the configuration says much, but not which of them is the uid.
  func refuseOtherUID(_ names: some Sequence<String>) throws(RecordRejection) {
    if !isConfigured { try OtherUID.refuse(names, beside: OwnColumns.list(of: kind)) }
    let isSaid = columns.contains { $0.name == "uid" && ($0.isMapped || $0.isIgnored || $0.constant != nil) }
    if !isSaid { try OtherUID.refuseProviderUID(names, in: kind, isKnown: isKnown) }
  }

  /// Rejects a table that lacks a column which the configuration names.
  private func requireNamedColumns(
    _ found: [FieldPath.Column?], _ foundFilters: [FieldPath.Column?], _ doubt: String
  ) throws(RecordRejection) {
    for (column, found) in zip(columns, found) where found == nil && column.isMapped {
      throw RecordRejection(
        """
        the header has no column `\(column.path.text)`, which the configuration maps to \
        `\(column.name)`\(place(of: "columns.\(column.name)"))\(doubt)
        """)
    }
    for (filter, found) in zip(filters, foundFilters) where found == nil {
      throw RecordRejection(
        """
        the header has no column `\(filter.path.text)`, which the configuration uses to choose \
        records\(place(of: "where.\(filter.path.text)"))\(doubt)
        """)
    }
  }

  private func requireColumns(_ found: [FieldPath.Column?], _ doubt: String) throws(RecordRejection) {
    for group in OwnColumns.required(of: kind) {
      let isThere = columns.indices.contains { index in
        let column = columns[index]
        return group.contains(column.name)
          && (found[index] != nil || column.constant != nil || column.values?[""] != nil)
      }
      if isThere { continue }
      let list = group.map { "`\($0)`" }.joined(separator: ", ")
      throw RecordRejection(
        (group.count == 1 ? "the header has no column \(list)" : "the header has none of the columns \(list)")
          + "; say under `columns` what it is called\(doubt)")
    }
  }
}
