import Evidence

/// Chooses records by the filters of `where`.
struct RecordChoice {
  private let filters: [MappingPlan.Filter]
  private let parsers = PathParsers()
  /// Filters whose columns were there, or could not be looked for.
  private(set) var isFound: [Bool]

  init(_ filters: [MappingPlan.Filter]) {
    self.filters = filters
    isFound = filters.map { _ in false }
  }

  /// The paths of the filters that are found.
  var found: [String] { zip(filters, isFound).filter { $1 }.map(\.0.path.text) }

  /// Takes what the header of a table shows.
  mutating func find(_ columns: [FieldPath.Column?]) {
    isFound = columns.map { $0.map { $0.rest == nil } ?? false }
  }

  /// Whether a record is meant. One that some filter excludes is not, whatever the others could not read.
  ///
  /// - Parameter value: of the filter at an index; nil where the record has none.
  /// - Throws: `RecordRejection` where it cannot be told.
  mutating func takes(
    _ value: (Int, MappingPlan.Filter, PathParsers) throws(PathFault) -> FieldValue?
  ) throws(RecordRejection) -> Bool {
    var isExcluded = false
    var rejection: RecordRejection?
    for (index, filter) in filters.enumerated() where !isExcluded || !isFound[index] {
      do throws(PathFault) {
        let value = try value(index, filter, parsers)
        if value != nil { isFound[index] = true }
        if !filter.accepts(value ?? .absent) { isExcluded = true }
      } catch {
        isFound[index] = isFound[index] || !error.isElsewhere
        if error.isElsewhere, !filter.accepts(.absent) {
          isExcluded = true
        } else {
          rejection = rejection ?? error.rejection(of: filter.path.text, "`\(filter.path.text)` (in `where`)")
        }
      }
    }
    if isExcluded { return false }
    if let rejection { throw rejection }
    return true
  }
}

extension MappingPlan.Filter {
  /// Absent and empty are the same.
  fileprivate func accepts(_ value: FieldValue) -> Bool {
    if value.isAbsent { return accepted.contains("") }
    return value.detail.map(accepted.contains) ?? false
  }
}
