import Evidence

/// Guesses the entry of one table or JSON file. What cannot be decided becomes a question; until it is answered,
/// records are rejected or columns undecided, so that an audit says what is missing.
struct EntryGuess {
  let sketch: FileSketch
  let path: String
  let guess: KindGuess
  private(set) var entry: EntryProposal
  /// The fields that are a column, by our name.
  private(set) var chosen: [String: FieldSketch] = [:]
  /// The user has to say which records are meant before any is read.
  var isUnclear = false
  /// Paths of fields that the entry names.
  var named: Set<String> = []

  var kind: EvidenceKind { guess.kind }

  init(_ sketch: FileSketch, path: String, as guess: KindGuess) {
    self.sketch = sketch
    self.path = path
    self.guess = guess
    entry = EntryProposal(kind: guess.kind, lines: [])
  }

  static func entry(for sketch: FileSketch, path: String, as guess: KindGuess) -> EntryProposal {
    var entry = EntryGuess(sketch, path: path, as: guess)
    entry.propose()
    return entry.entry
  }

  private mutating func propose() {
    add(.kind, [kind.rawValue], guess.certainty, guess.reason)
    chooseRecords()
    for column in OwnColumns.list(of: kind) { chooseColumn(column.name) }
    if isUnclear { holdBack() }
    if guess.mayBeOfSignIns {
      note("Nothing shows that these are links: tables of sign-ins and of sessions have a provider too")
      withhold()
    }
    dropNeedlessSubjects()
    holdBackPersons()
    if kind == .consents {
      askForPurposes()
      askForEndings()
    }
    if kind == .revocations { requireEndpoint() }
    askForWhatTheNameSays()
    askForMissing()
    readTimes()
    askForDecisions()
    readEvents()
    holdBackChanges()
    noteUnread()
  }

  mutating func add(_ key: ProposedLine.Key, _ texts: [String], _ certainty: Certainty, _ reason: String) {
    entry.lines.append(ProposedLine(key, texts, certainty, reason))
  }

  mutating func note(_ text: String) { entry.notes.append(text) }

  mutating func withhold() { entry.isWithheld = true }

  /// Makes a question of the lines that are facts.
  mutating func ask(_ reason: String, of isMeant: (ProposedLine.Key) -> Bool) {
    for index in entry.lines.indices where isMeant(entry.lines[index].key) {
      entry.lines[index].certainty = .question
      entry.lines[index].reason = reason
    }
  }

  // MARK: - Columns

  private mutating func chooseColumn(_ column: String) {
    if column == "state" && kind == .consents || column == "status" && kind == .deletions {
      chooseState(column)
      return
    }
    switch version(as: column) ?? ColumnGuess(column, kind, in: sketch, taken: named) {
    case .none: break
    case .several(let fields):
      for field in fields {
        add(.column(column), [field.path], .question, Self.question(column, fields.map(\.path)))
      }
      named.formUnion(fields.map(\.path))
    case .one(let field, let certainty, let reason):
      if OwnColumns.type(of: column, in: kind) == .time || OwnColumns.type(of: column, in: kind) == .end,
        let form = field.unreadableTime
      {
        add(
          .column(column), [field.path], .question,
          "times written as \(form) cannot be read; export them with a zone")
      } else {
        add(.column(column), [field.path], certainty, reason)
        chosen[column] = field
        mapValues(of: field, as: column)
      }
      named.insert(field.path)
    }
  }

  private static func question(_ column: String, _ paths: [String]) -> String {
    let list = paths.map { "`\($0)`" }.joined(separator: " or ")
    switch column {
    case "uid" where paths.count == 1: return "is \(list) the uid of the exported accounts?"
    case "given_at": return "\(list): which is the time at which the person decided?"
    case "outcome" where paths.count == 1:
      return "does \(list) say what became of the call? Then give each of its values a meaning under `values`"
    default: return "which of them is it: \(list)?"
    }
  }

  /// Drops questions about ids that are no account's uid where an address names the person.
  private mutating func dropNeedlessSubjects() {
    let subjects = OwnColumn.names.filter { chosen[$0] != nil }
    guard !subjects.isEmpty, !sketch.accounts.isEmpty else { return }
    entry.lines.removeAll { line in
      guard line.key == .column("uid"), line.certainty == .question else { return false }
      return line.texts.allSatisfy { sketch.field($0)?.known[.uid] == nil }
    }
  }

  /// Withholds an entry that would be read by another name while it is open which column is the uid: numbers of
  /// requests may be the table's own.
  private mutating func holdBackPersons() {
    let asked = entry.lines.filter { $0.key == .column("uid") && $0.certainty == .question }.flatMap(\.texts)
    let isByRequest = kind == .revocations && chosen["request_id"] != nil
    if isByRequest && !asked.isEmpty || guess.isKnown && asked.contains(where: OtherUID.isOne) { withhold() }
  }

  /// Asks for required columns that were not found.
  private mutating func askForMissing() {
    for group in OwnColumns.required(of: kind) {
      let isThere = entry.lines.contains { line in
        if case .column(let name) = line.key { return group.contains(name) }
        if case .constant(let name) = line.key { return group.contains(name) }
        return false
      }
      if isThere { continue }
      if group == ["purpose"] { askForPurpose() }
      add(
        .column(group[0]), [], .question,
        "which column is \(group.map { "`\($0)`" }.joined(separator: " or "))? One is needed")
    }
  }

  /// Asks for the purpose if no column has it: all consents may be for one, or each purpose may have a column of
  /// answers.
  private mutating func askForPurpose() {
    let reason = "are all of its consents for one purpose? Name it here, in place of a column"
    let answers = sketch.fields.filter { field in
      field.share { $0 == .bool } > 0.9 && PurposeWords.isForLink(Self.lastPart(of: field.path))
    }
    guard answers.count == 1 else {
      add(.constant("purpose"), [PurposeWords.example], .question, reason)
      return
    }
    let (path, purpose) = (answers[0].path, "link:" + Self.lastPart(of: answers[0].path).dropFirst(5))
    add(.constant("purpose"), [purpose], .question, reason)
    add(.column("state"), [path], .question, "is it the answer to `\(purpose)`?")
    for (theirs, ours) in [("true", "given"), ("false", "refused")] {
      add(.value(column: "state", theirs: theirs), [ours], .question, "if `\(path)` is the answer")
    }
    named.insert(answers[0].path)
  }

  private static func lastPart(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

  // MARK: - Values

  static let mostStates = 20

  /// The column that tells what became of a consent or request.
  private mutating func chooseState(_ column: String) {
    let fields = sketch.fields.filter { field in
      field.present > 0 && !named.contains(field.path) && field.timeShare < 0.5
        && (ValueWords.tellsState(field.names, of: kind) || field.names.contains(NameWords.joined(column))
          || (ValueWords.mayTellState(field.names) || isPurpose(field)) && saysState(field, column))
    }
    let own = fields.filter { $0.path.lowercased() == column }
    guard let field = own.count == 1 && fields.count == 1 ? own[0] : fields.first else { return }
    guard fields.count == 1 else {
      let list = fields.map { "`\($0.path)`" }.joined(separator: " and ")
      for field in fields {
        add(
          .column(column), [field.path], .question,
          "\(list) may all say it: map one, and ignore the others if they decide nothing")
      }
      named.formUnion(fields.map(\.path))
      return
    }
    guard !field.hasMoreValues, field.values.count <= Self.mostStates else {
      add(.column(column), [field.path], .question, "it has more values than a state would have; what do they mean?")
      named.insert(field.path)
      return
    }
    add(
      .column(column), [field.path], ValueWords.isAnswer(field.names) || !own.isEmpty ? .sure : .likely,
      "its name says it; a value whose meaning is not given below is rejected")
    chosen[column] = field
    named.insert(field.path)
    mapValues(of: field, as: column)
  }

  /// Whether its name is one for a purpose of consents.
  private func isPurpose(_ field: FieldSketch) -> Bool {
    guard kind == .consents, let names = ColumnNames.of(kind)["purpose"] else { return false }
    return !names.sure.union(names.likely).isDisjoint(with: field.names)
  }

  /// Whether each of its values is a word for a state.
  private func saysState(_ field: FieldSketch, _ column: String) -> Bool {
    !field.hasMoreValues
      && field.values.allSatisfy { ValueWords.meaning(of: $0, as: column, in: kind, isAnswer: false) != nil }
  }

  private mutating func mapValues(of field: FieldSketch, as column: String) {
    let type = OwnColumns.type(of: column, in: kind)
    let isBool = if case .bool = type { true } else { false }
    if type.isTime || isBool {
      for value in field.values where ValueWords.isNothing(value) {
        add(.value(column: column, theirs: value), [""], .sure, "it is how databases write that there is no value")
      }
    }
    if isBool { return mapYesAndNo(of: field, as: column) }
    guard case .words = type else { return }
    let isAnswer = ValueWords.isAnswer(field.names)
    for value in field.values where !type.allows(value) {
      if let ours = ValueWords.meaning(of: value, as: column, in: kind, isAnswer: isAnswer) {
        addValue(value, of: column, ours, .sure, "the word says it")
      } else {
        let hint = ValueWords.hint(for: value, as: column, in: kind, isAnswer: isAnswer)
        add(
          .value(column: column, theirs: ShownValue.key(value)), hint.map { [$0] } ?? [], .question,
          """
          what does \(ShownValue.text(ShownValue.key(value), of: "")) in `\(field.path)` mean? One of \
          \(type.words?.joined(separator: ", ") ?? "")
          """
        )
      }
    }
  }

  /// What a value of theirs means; a question where the value cannot be written as it is.
  mutating func addValue(
    _ value: String, of column: String, _ ours: String, _ certainty: Certainty, _ reason: String
  ) {
    let key = ShownValue.key(value)
    guard key != value else { return add(.value(column: column, theirs: key), [ours], certainty, reason) }
    let question: ProposedLine.Key = .value(column: column, theirs: key)
    // Those that differ in what is not shown look alike.
    guard !entry.lines.contains(where: { $0.key == question }) else { return }
    add(
      question, [ours], .question,
      """
      is it \(ours)? The value has a token, a query or a person's id or name in it, and is not written out; export it \
      without
      """)
  }

  private mutating func mapYesAndNo(of field: FieldSketch, as column: String) {
    for value in field.values where !ColumnType.bool.allows(value) && !ValueWords.isNothing(value) {
      guard let ours = ValueWords.yesOrNo(value) else { continue }
      add(.value(column: column, theirs: value), [ours], .sure, "the word says it")
    }
  }

  /// A consent to something else covers no link, so the user has to say which purposes do. Any purpose that is not
  /// listed under `values` is rejected.
  private mutating func askForPurposes() {
    guard let field = chosen["purpose"], field.values.contains(where: PurposeWords.isUnclear) else { return }
    for value in field.values where PurposeWords.isForLink(value) {
      addValue(value, of: "purpose", ShownValue.key(value), .sure, "it is one of our own purposes")
    }
    if !field.values.contains(where: PurposeWords.isForLink) {
      let ours = PurposeWords.example
      add(
        .value(column: "purpose", theirs: ours), [ours], .sure,
        "it is one of our own purposes; any other is rejected until it is listed here")
    }
    for value in field.values where !PurposeWords.isForLink(value) {
      let shown = ShownValue.key(value)
      if PurposeWords.isUnclear(value) {
        add(
          .value(column: "purpose", theirs: shown), PurposeWords.hint(for: value).map { [$0] } ?? [], .question,
          """
          does it allow an account to be linked? If so, write link:email, link:phone, link:social or, for one provider \
          alone, its name as in link:google.com; if not, write its own name
          """
        )
      } else {
        add(
          .value(column: "purpose", theirs: shown), [shown], shown == value ? .likely : .question,
          "it is for something else, and allows no link")
      }
    }
  }

  // MARK: - Times

  private mutating func readTimes() {
    let fields = chosen.filter { [.time, .end].contains(OwnColumns.type(of: $0.key, in: kind)) }
      .sorted { $0.key < $1.key }.map(\.value)
    let unzoned = fields.filter { $0.timeForms.contains(.unzonedTime) }
    if !unzoned.isEmpty {
      let names = unzoned.map { "`\($0.path)`" }.joined(separator: " and ")
      if unzoned.allSatisfy({ !Set(NameWords.of($0.path)).isDisjoint(with: NameWords.zones) }) {
        add(.timeZone, ["UTC"], .sure, "the name of \(names) says it")
      } else {
        add(
          .timeZone, ["UTC"], .question,
          "the times of \(names) have no zone; which zone are they in? Until you say, the records are rejected")
      }
    }
    let units = Set(
      fields.flatMap { field in field.timeForms.compactMap { if case .epoch(let unit) = $0 { unit } else { nil } } })
    guard units.contains(.microseconds) || units.contains(.nanoseconds) else { return }
    let hasOthers = fields.contains { field in field.timeForms.contains { if case .epoch = $0 { false } else { true } }
    }
    if units.count == 1, !hasOthers, let unit = units.first {
      add(.timeUnit, [unit.rawValue], .sure, "only in this unit are the numbers times of this century")
    } else {
      add(.timeUnit, units.map(\.rawValue).sorted(), .question, "the times are in several units; export them in one")
    }
  }
}

extension FieldSketch {
  /// The form of times that cannot be read; nil if they can.
  fileprivate var unreadableTime: String? {
    if timeForms.contains(.otherTime) { return "`\(example(of: .otherTime))`" }
    if timeForms.contains(.date) { return "a date alone (`\(example(of: .date))`)" }
    return nil
  }

  private func example(of form: ValueForm) -> String {
    values.first { ValueForm.forms(of: $0).contains(form) } ?? ""
  }
}
