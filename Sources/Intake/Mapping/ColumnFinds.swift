import Evidence

/// What a source shows of a mapping's columns and values, for the warnings of what it has not.
///
/// A column counts as found wherever a record has it, be the record used, rejected or skipped, and wherever it cannot
/// be told: what a warning denies has to be missing.
struct ColumnFinds {
  private let columns: [MappingPlan.Column]
  private var isFound: [Bool]
  /// Columns of a table whose paths lead into its cells, so that the rows tell what is there.
  private var isNested: [Bool]
  /// For each column, the keys of `values` that no record had so far.
  private var unusedValues: [Set<String>]
  private var unmapped: [Set<String>]
  private static let unmappedLimit = 3
  /// The header or a record was looked at.
  private var isLooked = false
  /// Records that were looked at.
  private var offered: Int64 = 0

  init(_ plan: MappingPlan) {
    columns = plan.columns
    isFound = columns.map { _ in false }
    isNested = isFound
    // A value of ours that stands for itself is there for records to come.
    unusedValues = columns.map { column in
      Set(column.values?.keys.filter { !$0.isEmpty && column.values?[$0]?.ours != $0 } ?? [])
    }
    unmapped = columns.map { _ in [] }
  }

  var paths: [String] { zip(columns, isFound).filter { $1 }.map(\.0.path.text) }

  /// Whether records without use are worth a look for the column.
  private func isWanted(_ index: Int) -> Bool {
    columns[index].isMapped && !isFound[index] || !unusedValues[index].isEmpty
  }

  // MARK: - What is there

  /// Takes a table's header, before anything in it is refused.
  mutating func look(atHeader titles: [String]) {
    isLooked = true
    for (index, column) in columns.enumerated() where !column.isIgnored {
      do throws(RecordRejection) {
        guard let found = try column.path.column(in: titles) else { continue }
        isNested[index] = found.rest != nil
        isFound[index] = !isNested[index]
      } catch {
        isFound[index] = true
      }
    }
  }

  mutating func countRecord() {
    isLooked = true
    offered += 1
  }

  /// Looks for what was not found yet in a record that is skipped or rejected.
  ///
  /// - Parameter value: of the column at an index; nil where the record has none.
  mutating func look(_ value: (Int) throws(PathFault) -> FieldValue?) {
    for index in columns.indices where isWanted(index) {
      do throws(PathFault) {
        guard let value = try value(index) else { continue }
        isFound[index] = true
        if let text = value.detail { use(text, of: index) }
      } catch {
        if error.isElsewhere { continue }
        isFound[index] = true
        unusedValues[index].removeAll()
      }
    }
  }

  mutating func find(_ index: Int) { isFound[index] = true }

  /// Notes a value of theirs that has a meaning.
  mutating func use(_ theirs: String, of index: Int) {
    guard !unusedValues[index].isEmpty, let meaning = columns[index].values?[theirs] else { return }
    unusedValues[index].subtract(meaning.keys)
  }

  /// Notes a value of theirs that has none, for which its record is rejected.
  mutating func uncovered(_ theirs: String, of index: Int) -> RecordRejection {
    if unmapped[index].count < Self.unmappedLimit {
      unmapped[index].insert(ShownValue.refused(theirs, of: columns[index].name))
    }
    return Uncovered.value(theirs, of: columns[index])
  }

  // MARK: - The sum

  /// By our column, a column that the configuration maps to it and that no record has.
  var unfound: [String: String] {
    guard offered > 0 else { return [:] }
    let missing = zip(columns, isFound).filter { $0.isMapped && !$1 }.map { ($0.0.name, $0.0.path.text) }
    return Dictionary(missing) { first, _ in first }
  }

  /// - Parameter filters: the paths of `where` that were found.
  func use(filters: [String]) -> MappingUse {
    var use = MappingUse(offered: offered)
    use.isLooked = isLooked
    for (index, column) in columns.enumerated() where isFound[index] || isNested[index] && offered == 0 {
      use.found.insert("columns.\(column.name)")
    }
    use.found.formUnion(filters.map { "where.\($0)" })
    for (index, column) in columns.enumerated() where column.values != nil {
      use.unusedValues[column.name] = unusedValues[index]
      use.unmapped[column.name] = unmapped[index]
    }
    return use
  }
}
