package import Storage

extension SelectStatement {
  /// Since when something was seen, of a column and the next one.
  package func sighting(_ column: Int32) -> Sighting {
    Sighting(seen: integer(column), absent: optionalInteger(column + 1))
  }

  /// The same; nil where the column is null.
  package func optionalSighting(_ column: Int32) -> Sighting? { isNull(column) ? nil : sighting(column) }
}
