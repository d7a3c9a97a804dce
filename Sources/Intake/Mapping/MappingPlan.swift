import Evidence
import Timestamps

/// A source's mapping, compiled once for all its records.
struct MappingPlan {
  struct Column {
    /// Our name.
    let name: String
    /// Its place in the source's records.
    let path: FieldPath
    let type: ColumnType
    /// As our own column is.
    let isLoose: Bool
    /// The value of records without one.
    let constant: String?
    /// Their values to ours.
    let values: ValueMeanings?
    /// The configuration names it under `columns`.
    let isMapped: Bool
    /// The source's column of our name means something else: the configuration lists it under `ignore`, or maps it to
    /// another column of ours.
    let isIgnored: Bool

    /// Its name in messages: the source's, and ours if it differs.
    var label: String { path.text == name ? "`\(name)`" : "`\(path.text)` (our `\(name)`)" }
  }

  struct Filter {
    let path: FieldPath
    let accepted: Set<String>
    let inSmallLetters: Set<String>
    /// How the column tells of a record's fate; nil where it does not, or where `ignore` lists it too.
    let role: TellingColumns.Role?
  }

  let kind: EvidenceKind
  /// Whether the configuration says anything of the mapping; a file whose columns are ours but for their case has none.
  let isConfigured: Bool
  /// All columns of the kind, in their order.
  let columns: [Column]
  let filters: [Filter]
  let times: TimeForm
  private let record: RecordMapping
  // The source's columns, by their paths in lower case.
  private let read: Set<String>
  /// The columns that are read, that choose records, or that are ignored.
  private let known: Set<String>
  /// The known columns that decide what happened, and the objects around them.
  private let decided: Set<String>
  private let ignored: Set<String>
  /// The objects that paths lead into.
  private let containers: Set<String>
  /// Those of them into which paths lead to what a call was and came to.
  private let callContainers: Set<String>

  /// - Throws: `ReadFailure` where the configured zone does not exist.
  init(_ settings: SourceSettings, kind: EvidenceKind) throws(ReadFailure) {
    self.kind = kind
    isConfigured = settings.isMapped
    record = settings.record
    var times = TimeForm(unit: settings.timeUnit)
    if let name = record.timeZone {
      guard let zone = Zone(named: name) else { throw ReadFailure("the system has no time zone `\(name)`") }
      times.zone = zone
    }
    self.times = times
    let ignored = Set(record.ignored.map { $0.lowercased() })
    let theirs = Set(settings.columns.values.map { $0.lowercased() })
    let names = Set(OwnColumn.subject.map(\.name))
    columns = OwnColumns.list(of: kind).map { own in
      let name = own.name
      return Column(
        name: name, path: FieldPath(settings.columns[name] ?? name), type: own.type, isLoose: own.isLoose,
        constant: settings.constants[name], values: settings.record.values[name].map(ValueMeanings.init),
        isMapped: settings.columns[name] != nil,
        isIgnored: settings.columns[name] == nil
          && (ignored.contains(name)
            || theirs.contains(name) && settings.record.values[name] == nil && !names.contains(name))
      )
    }
    filters = record.filters.sorted { $0.key < $1.key }.map { path, accepted in
      let role = TellingColumns.role(of: path, in: kind) ?? (TellingColumns.isEvent(path) ? .event : nil)
      return Filter(
        path: FieldPath(path), accepted: Set(accepted), inSmallLetters: Set(accepted.map { $0.lowercased() }),
        role: role == .remark || ignored.contains(path.lowercased()) ? nil : role)
    }
    self.ignored = ignored
    let chosen = ignored.union(filters.map { $0.path.text.lowercased() })
    func paths(_ columns: [Column]) -> Set<String> { Set(columns.map { $0.path.text.lowercased() }) }
    read = paths(columns.filter { !$0.isIgnored })
    known = chosen.union(read)
    containers = Set((columns.map(\.path) + filters.map(\.path)).flatMap { Self.containers(of: $0.text.lowercased()) })
    let ofCall = columns.filter { Self.ofCall.contains($0.name) && $0.isMapped && kind == .revocations }
    callContainers = Set(ofCall.flatMap { Self.containers(of: $0.path.text.lowercased()) })
    let named = chosen.union(paths(columns.filter { $0.values != nil }))
    // A value that rules judge, such as a purpose, decides by itself.
    let judged = paths(columns.filter { !$0.isLoose })
    decided = named.union(named.flatMap(Self.containers)).union(judged)
  }

  /// The columns of a call that are of no person, request or client.
  private static let ofCall = TellingWords.set(
    "at endpoint http_status token_type outcome error code_issued_at method")

  /// `a` and `a.b` of `a.b.c`.
  private static func containers(of path: String) -> [String] {
    let parts = path.split(separator: ".")
    return parts.indices.dropFirst().map { parts[..<$0].joined(separator: ".") }
  }

  func place(of key: String) -> String { record.place(of: key).map { " (\($0))" } ?? "" }

  // MARK: - Their records

  /// Whether a column of ours says how records stand.
  ///
  /// - Parameter paths: of their columns that were found.
  func readsStanding(by paths: [String]) -> Bool {
    let ours = [TellingColumns.standing(of: kind), kind == .consents ? "withdrawn_at" : nil]
    return columns.contains { ours.contains($0.name) && ($0.constant != nil || paths.contains($0.path.text)) }
  }

  /// Whether columns of theirs say of each record of consents what it is for and how it stands.
  ///
  /// - Parameter paths: of their columns that were found.
  func readsPurposeAndState(by paths: [String]) -> Bool {
    ["purpose", "state"].allSatisfy { name in columns.contains { $0.name == name && paths.contains($0.path.text) } }
  }

  private static let answers: Set<TellingColumns.Role> = [.decision, .answer, .standing]

  /// Whether the answer at a path may be one to what the records are for: beside an answer that is read as the state,
  /// or that records are chosen by, others are to other questions.
  func mayAnswer(_ path: String) -> Bool {
    let state = columns.first { $0.name == "state" && $0.isMapped && kind == .consents }
    let chosen = filters.filter { filter in filter.role.map(Self.answers.contains) ?? false }
    let read = [state?.path].compactMap(\.self) + chosen.map(\.path)
    let place = Self.containers(of: path.lowercased()).last
    return !read.contains { Self.containers(of: $0.text.lowercased()).last == place }
  }

  /// Whether a filter is by what became of the rows of a table.
  ///
  /// - Parameter path: the filter's.
  func isOfRows(_ path: String) -> Bool {
    filters.contains { $0.path.text == path && ($0.role == .change || $0.role == .revision) }
  }

  /// Whether a record without a value in the column is rejected: where a column of theirs has the answer, one that is
  /// missing is none. In a column of ours that the configuration does not name, it is a consent.
  func mustSay(_ column: Column) -> Bool {
    kind == .consents && column.name == TellingColumns.standing(of: kind) && (column.isMapped || column.values != nil)
  }

  /// Whether records that a filter lets through differ in what they say, or have ended: only a column that is read can
  /// tell which.
  func admitsEnds(_ filter: Filter) -> Bool {
    guard let role = filter.role else { return false }
    let values = filter.accepted.filter { !$0.isEmpty }
    if values.contains(where: { TellingColumns.saysEnd($0, role, in: kind) }) { return true }
    if role == .answer, values.contains(where: AnswerNames.isNo) { return true }
    return role == .decision && Set(values.map(TellingWords.isNo)).count > 1
  }

  // MARK: - Their columns

  /// - Parameter path: of one of their columns.
  func isKnown(_ path: String) -> Bool { known.contains(path.lowercased()) }

  /// Whether the mapping names the column of a title, or an object of which the title has a field: `raw` of
  /// `raw.granted`.
  func covers(title: String) -> Bool {
    let title = title.lowercased()
    return known.contains(title) || Self.containers(of: title).contains(where: known.contains)
  }

  /// Whether the mapping names the column, or something within it.
  func isNamed(_ name: String) -> Bool { isKnown(name) || containers.contains(name.lowercased()) }

  /// Whether a path of the mapping leads into the object.
  func isContainer(_ path: String) -> Bool { containers.contains(path.lowercased()) }

  /// Whether what the mapping reads of a call stands in the object.
  func isAroundCall(_ path: String) -> Bool { !callContainers.isEmpty && callContainers.contains(path.lowercased()) }

  func isRead(_ path: String) -> Bool { read.contains(path.lowercased()) }

  /// Whether `ignore` lists the column, or an object around it.
  func isIgnored(_ path: String) -> Bool {
    let path = path.lowercased()
    return ignored.contains(path) || Self.containers(of: path).contains(where: ignored.contains)
  }

  /// Why a record with the column is rejected; nil if it is not.
  ///
  /// - Parameter name: with dots, of a field of an object that was made flat.
  func refusal(of name: String) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    if parts.count == 2, let refusal = refusal(of: parts[1], within: parts[0]) { return refusal }
    let lower = name.lowercased()
    return TellingColumns.isEvent(lower) && !decided.contains(lower) ? refusal(naming: name) : nil
  }

  func refusal(of name: String, within parent: String) -> String? {
    let (lower, parentLower) = (name.lowercased(), parent.lowercased())
    guard TellingColumns.isEvent(lower, within: parentLower), !ignored.contains(parentLower) else { return nil }
    return decided.contains("\(parentLower).\(lower)") ? nil : refusal(naming: "\(parent).\(name)")
  }

  private func refusal(naming name: String) -> String {
    """
    `\(name)` may say what happened, but the configuration does not say which of its values are \(kind.rawValue): name \
    it under `where` or `values`, or under `ignore` if it does not matter\(place(of: ""))
    """
  }
}
