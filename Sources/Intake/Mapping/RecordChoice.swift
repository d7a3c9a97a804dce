import Evidence

/// Chooses records by the filters of `where`.
struct RecordChoice {
  private let kind: EvidenceKind
  private let filters: [MappingPlan.Filter]
  private let parsers = PathParsers()
  /// Filters whose columns were there, or could not be looked for.
  private(set) var isFound: [Bool]
  /// Filters of a table whose paths lead into its cells, so that the rows tell what is there.
  private var isNested: [Bool]
  private var isAsked = false
  /// A record was left out for a value that it has.
  private var isLeftOutByValue = false
  /// By the path of a filter, values that it left out and that end a record: the first ones, as many as `limit`.
  private(set) var endsLeftOut: [String: [String]] = [:]
  private static let limit = 20
  /// By the path of a filter, a value that it left out and that differs only in capitals from one that it names.
  private(set) var spellingsLeftOut: [String: String] = [:]
  private var harmless = HarmlessValues()

  init(_ plan: MappingPlan) {
    kind = plan.kind
    filters = plan.filters
    isFound = filters.map { _ in false }
    isNested = isFound
  }

  /// The paths of the filters that are found, or may be there unseen.
  var found: [String] {
    filters.indices.filter { isFound[$0] || isNested[$0] && !isAsked }.map { filters[$0].path.text }
  }

  /// The paths of the filters that no record has, where nothing else left any out: such a file is in another form than
  /// its entry says.
  private var unseen: [String] {
    guard isAsked, !isLeftOutByValue else { return [] }
    let found = found
    return filters.filter { !$0.accepts(.absent) && !found.contains($0.path.text) }.map(\.path.text)
  }

  /// - Parameters:
  ///   - purposes: those that say an end.
  ///   - paths: of their columns that are read.
  func complete(
    _ summary: inout SourceSummary, _ plan: MappingPlan, _ purposes: EndingPurposes, reading paths: [String]
  ) {
    summary.filtersUnseen = unseen
    summary.mappingUse?.spellingsLeftOut = spellingsLeftOut.mapValues { ShownValue.text($0, of: "") }
    // A row that was deleted ends a record, whatever the columns of the others say; what happened besides may be of
    // something else where one of them says how records stand.
    let readsStanding = plan.readsStanding(by: paths)
    let told = endsLeftOut.filter { !readsStanding || plan.isOfRows($0.key) }
    summary.mappingUse?.endsLeftOut = told.mapValues { $0.map { ShownValue.text($0, of: "") } }
    if readsStanding { return }
    summary.undecided += plan.filters.filter(plan.admitsEnds).map(\.path.text).filter(found.contains)
    summary.undecided += purposes.names.filter { !summary.undecided.contains($0) }
  }

  /// Whether a record that is `null` as a whole, as the tombstones of Kafka's topics, is not meant.
  var skipsNull: Bool { filters.contains { !$0.accepts(.absent) } }

  /// Takes a table's header, before anything in it is refused.
  mutating func look(atHeader titles: [String]) {
    for (index, filter) in filters.enumerated() {
      do throws(RecordRejection) {
        guard let found = try filter.path.column(in: titles) else { continue }
        isNested[index] = found.rest != nil
        isFound[index] = !isNested[index]
      } catch {
        isFound[index] = true
      }
    }
  }

  /// Whether a record is meant. One that some filter excludes is not, whatever the others could not read.
  ///
  /// - Parameter value: of the filter at an index; nil where the record has none.
  /// - Throws: `RecordRejection` where it cannot be told.
  mutating func takes(
    _ value: (Int, MappingPlan.Filter, PathParsers) throws(PathFault) -> FieldValue?
  ) throws(RecordRejection) -> Bool {
    isAsked = true
    var isExcluded = false
    var rejection: RecordRejection?
    for (index, filter) in filters.enumerated() where !isExcluded || !isFound[index] {
      do throws(PathFault) {
        let value = try value(index, filter, parsers)
        if value != nil { isFound[index] = true }
        if let end = value.flatMap({ self.end(in: $0, besides: filter) }) {
          rejection =
            rejection
            ?? RecordRejection(
              """
              `\(filter.path.text)` (in `where`) has \(ShownValue.text(end, of: "")) as well; choose by a column of \
              one value
              """
            )
        }
        if !filter.accepts(value ?? .absent) {
          isExcluded = true
          isLeftOutByValue = isLeftOutByValue || value?.isNothing == false
          if let text = value?.detail { noteLeftOut(text, by: filter) }
        }
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

  /// A value that ends a record, of a list that a filter accepts for another one.
  private func end(in value: FieldValue, besides filter: MappingPlan.Filter) -> String? {
    guard case .several(let list) = value, TellingColumns.mayEndOthers(kind), filter.accepts(value) else { return nil }
    var found: String?
    list.forEachElement { element in
      guard let text = FieldValue(element).detail, !filter.accepted.contains(text) else { return }
      if TellingColumns.saysEnd(text, .event, in: kind) { found = found ?? text }
    }
    return found
  }

  private mutating func noteLeftOut(_ text: String, by filter: MappingPlan.Filter) {
    let path = filter.path.text
    if spellingsLeftOut[path] == nil, filter.inSmallLetters.contains(text.lowercased()) {
      spellingsLeftOut[path] = text
    }
    guard TellingColumns.mayEndOthers(kind), let role = filter.role else { return }
    let known = endsLeftOut[path] ?? []
    guard known.count < Self.limit, !known.contains(text) else { return }
    let isEnd = harmless.tells(text, role) { text, role in
      guard TellingColumns.saysEnd(text, role, in: kind) else { return false }
      return role != .event || !TellingColumns.isOfAnotherKind(text, than: kind)
    }
    if isEnd { endsLeftOut[path] = known + [text] }
  }
}

extension MappingPlan.Filter {
  /// Absent and empty are the same. A list is accepted for one of its values, as a ticket is for a tag.
  fileprivate func accepts(_ value: FieldValue) -> Bool {
    if value.isNothing, accepted.contains("") { return true }
    if value.isAbsent { return false }
    if case .several(let list) = value {
      var isAccepted = false
      list.forEachElement { isAccepted = isAccepted || FieldValue($0).detail.map(accepted.contains) ?? false }
      return isAccepted
    }
    return value.detail.map(accepted.contains) ?? false
  }
}
