import Evidence
import Foundation
import Intake
import Timestamps

/// Reads one entry of `inputs` (docs/contract.md, section 4), whose keys `Configuration.Input.keys` declares.
struct InputReader {
  private let entry: YAMLReader

  init(_ entry: YAMLReader) { self.entry = entry }

  /// - Throws: `ConfigurationError`.
  func input() throws -> Configuration.Input {
    var input = Configuration.Input(name: "", path: "", file: entry.file, line: entry.mappingLine ?? 0)
    for key in Configuration.Input.keys { try key.read(entry, &input) }
    try requireKind(input)
    notePlaces(&input)
    return input
  }

  // MARK: - Columns

  func readColumns(_ input: inout Configuration.Input) throws {
    guard let columns = try entry.mapping("columns", keys: nil) else { return }
    try check(columns, "columns", for: input.kind)
    for name in columns.names { input.columns[name] = try columns.text(name) }
    let uses = Dictionary(input.columns.values.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    for (name, theirs) in input.columns.sorted(by: { $0.key < $1.key }) {
      guard uses[theirs.lowercased()] != 1 else { continue }
      throw columns.error(name, "and another name are both mapped to `\(theirs)`; map only one of them")
    }
  }

  func readConstants(_ input: inout Configuration.Input) throws {
    guard let constants = try entry.mapping("constants", keys: nil) else { return }
    try check(constants, "constants", for: input.kind)
    for name in constants.names {
      guard let value = try constants.text(name) else { continue }
      input.constants[name] = value
      try checkValue(value, of: name, in: constants, key: name, for: input.kind)
      if input.columns[name] != nil {
        throw constants.error(name, "is under `columns` as well; keep one of the two")
      }
    }
  }

  /// A column name that no format of the kind has would have no effect.
  private func check(_ names: YAMLReader, _ key: String, for kind: EvidenceKind?) throws {
    guard let known = OwnColumns.names(of: kind) else { return }
    for name in names.names where !known.contains(name) {
      let nearest = NearestName.question(about: name, among: known.sorted())
      throw names.error(name, "is not a column that `\(key)` can name\(nearest)")
    }
  }

  // MARK: - Values

  func readValues(_ input: inout Configuration.Input) throws {
    guard let values = try entry.mapping("values", keys: nil) else { return }
    var givenNames: [String: String] = [:]
    for given in values.names {
      let name = try column(given, in: values, for: input)
      if let first = givenNames.updateValue(given, forKey: name) {
        throw values.error(given, "is of the same column as `values.\(first)`; keep one map for it")
      }
      guard let map = try values.mapping(given, keys: nil) else { continue }
      // A value that nobody filled in is no decision to count a refusal as given.
      for theirs in map.names where !map.has(theirs) {
        throw map.error(theirs, "must say what the value means; write '' for none, or remove the key")
      }
      try requireOneMeaning(map)
      note("values.\(name)", values.line(of: given), in: &input)
      var pairs: [String: String] = [:]
      for theirs in map.names {
        let ours = try map.text(theirs) ?? ""
        pairs[theirs] = ours
        note("values.\(name).\(theirs)", map.line(of: theirs), in: &input)
        if !ours.isEmpty { try checkValue(ours, of: name, in: map, key: theirs, for: input.kind) }
      }
      input.record.values[name] = pairs
    }
  }

  /// Two spellings of one value with two meanings are a slip: which of them a record has is an accident.
  private func requireOneMeaning(_ map: YAMLReader) throws {
    var first: [String: (theirs: String, ours: String)] = [:]
    for theirs in map.names {
      let ours = try map.text(theirs) ?? ""
      let folded = theirs.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      guard let other = first[folded] else {
        first[folded] = (theirs, ours)
        continue
      }
      if other.ours.lowercased() == ours.lowercased() { continue }
      throw map.error(
        theirs,
        """
        is `\(ours)`, but `\(other.theirs)`, which differs from it in upper and lower case or spaces alone, is \
        `\(other.ours)`; say one meaning for both
        """)
    }
  }

  /// Our name of a column under `values`, which may be given by theirs. One of another kind has no effect.
  private func column(_ name: String, in values: YAMLReader, for input: Configuration.Input) throws -> String {
    guard let known = OwnColumns.names(of: input.kind) else { return name }
    if known.contains(name) { return name }
    if let ours = input.columns.first(where: { $0.value.lowercased() == name.lowercased() })?.key { return ours }
    if OwnColumns.all.contains(name) { return name }
    let nearest = NearestName.question(about: name, among: known.sorted())
    throw values.error(name, "is not a column that `values` can name\(nearest)")
  }

  private func checkValue(
    _ value: String, of column: String, in reader: YAMLReader, key: String, for kind: EvidenceKind?
  ) throws {
    guard let kind else { return }
    let type = OwnColumns.type(of: column, in: kind)
    guard !type.allows(value), let words = type.words else { return }
    throw reader.error(
      key, "is `\(value)`, which is not a value of `\(column)`\(NearestName.advice(about: value, among: words))")
  }

  /// What is read cannot decide nothing.
  func readIgnored(_ input: inout Configuration.Input) throws {
    input.record.ignored = try entry.texts("ignore") ?? []
    for name in input.record.ignored {
      guard let ours = input.columns.filter({ $0.value.lowercased() == name.lowercased() }).keys.min() else { continue }
      throw entry.error("ignore", "names `\(name)`, which `columns.\(ours)` reads; keep one of the two")
    }
  }

  // MARK: - Choosing records

  func readFilters(_ input: inout Configuration.Input) throws {
    guard let entries = try entry.mapping("where", keys: nil) else { return }
    for name in entries.names {
      guard entries.has(name) else {
        throw entries.error(name, "must be a value or a list of values; write '' for an empty one")
      }
      let values = entries.isList(name) ? try entries.texts(name) ?? [] : [try entries.text(name) ?? ""]
      guard !values.isEmpty else { throw entries.error(name, "must name at least one value") }
      input.record.filters[name] = values
    }
  }

  func readPattern(_ input: inout Configuration.Input) throws {
    guard let text = try entry.text("pattern") else { return }
    if entry.has("delimiter") { throw entry.error("delimiter", "and `pattern` cannot be combined") }
    let groups: [String]
    do throws(LinePattern.Malformed) {
      groups = try LinePattern(text).names
    } catch {
      throw entry.error("pattern", error.problem)
    }
    input.record.pattern = text
    func require(_ name: String, _ key: String, _ place: String) throws {
      let first = name.split(separator: ".").first.map(String.init) ?? name
      guard !groups.contains(where: { [name.lowercased(), first.lowercased()].contains($0.lowercased()) }) else {
        return
      }
      throw (try entry.mapping(key, keys: nil) ?? entry).error(
        place, "names `\(name)`, which is not a group of `pattern`\(NearestName.advice(about: name, among: groups))")
    }
    for (ours, theirs) in input.columns.sorted(by: { $0.key < $1.key }) {
      try require(theirs, "columns", ours)
      let isOther = theirs.lowercased().split(separator: ".").first.map(String.init) != ours
      if isOther, groups.contains(where: { $0.lowercased() == ours }) {
        throw (try entry.mapping("columns", keys: nil) ?? entry).error(
          ours, "takes `\(theirs)`, and `pattern` has a group `\(ours)` as well; rename the group, or leave this out")
      }
    }
    for name in input.record.filters.keys.sorted() { try require(name, "where", name) }
    guard let kind = input.kind else { return }
    let given = Set(groups.map { $0.lowercased() }).union(input.columns.keys).union(input.constants.keys)
    for group in OwnColumns.required(of: kind) where !group.contains(where: given.contains) {
      let list = group.map { "`\($0)`" }.joined(separator: ", ")
      throw entry.error(
        "pattern", "has no group for \(group.count == 1 ? list : "any of \(list)"), which \(kind.rawValue) need")
    }
  }

  func readZone(_ input: inout Configuration.Input) throws {
    guard let name = try entry.text("time_zone") else { return }
    guard Zone(named: name) != nil else {
      let nearest = NearestName.question(about: name, among: Zone.names())
      throw entry.error(
        "time_zone", "is `\(name)`, which is not in the system's time zone database\(nearest)")
    }
    input.record.timeZone = name
  }

  /// What says how records are read needs to know what they are.
  private func requireKind(_ input: Configuration.Input) throws {
    let keys = ["where", "values", "pattern", "ignore", "time_zone"].filter(entry.has)
    guard let kind = input.kind else {
      guard let key = keys.first else { return }
      throw entry.error(key, "needs `kind` beside it, which says what the records are")
    }
    guard let key = (keys + ["constants"].filter(entry.has)).first else { return }
    guard OwnColumns.names(of: kind) != nil else {
      throw entry.error(
        key,
        """
        has no effect on \(kind.rawValue), which are read in the formats of products only; remove it, and see \
        `relay-audit formats`
        """)
    }
  }

  /// Remembers where mappings stand, for what is found out only when the source is read.
  private func notePlaces(_ input: inout Configuration.Input) {
    guard input.settings.isMapped else { return }
    note("", entry.mappingLine, in: &input)
    for key in ["where", "pattern", "values", "ignore"] where entry.has(key) {
      note(key, entry.line(of: key), in: &input)
    }
    for key in ["columns", "constants", "where"] {
      guard let names = try? entry.mapping(key, keys: nil) else { continue }
      for name in names.names { note("\(key).\(name)", names.line(of: name), in: &input) }
    }
  }

  private func note(_ key: String, _ line: Int?, in input: inout Configuration.Input) {
    if let line { input.record.places[key] = "\(entry.file):\(line)" }
  }
}
