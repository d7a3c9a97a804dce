import Evidence

/// Chooses the records that are meant, and handles other fields that say what happened.
extension EntryGuess {
  /// Proposes `where`, since logs and ticket exports have other records as well.
  mutating func chooseRecords() {
    if let events = guess.events {
      choose(events.path, events.values, "these seem to tell of \(kind.rawValue)")
      let what = TellingColumns.standing(of: kind).map { ", and whether one of them says its `\($0)`" } ?? ""
      ask("which values of `\(events.path)` are \(kind.rawValue)\(what)?") { $0 == .filter(events.path) }
      withhold()
      return
    }
    switch kind {
    case .deletions: chooseRequests()
    case .revocations:
      // Other event fields have to be named as well before a record is read.
      guard let field = MessageField.all(in: sketch).first(where: { !$0.revoked.isEmpty }) else {
        if let other = MessageField.all(in: sketch).first(where: { !$0.doubtful.isEmpty }) {
          note(
            """
            No message in `\(other.path)` says only that Apple's token was revoked; list those that mean it under \
            `where`
            """
          )
          withhold()
        }
        break
      }
      let result = resultField()
      if let result, !field.failed.isEmpty {
        chooseMessages(
          field, field.revoked + field.failed, "each of these messages is of a call, and `\(result)` says how it ended")
      } else {
        chooseMessages(field, field.revoked, "each of these messages says that a token was revoked")
      }
      if !field.namesApple {
        ask("whose tokens were revoked? Only Apple's count") { $0 == .filter(field.path) }
      }
      if field.doubtful.count > (result == nil ? 0 : field.failed.count) {
        note("Other messages in `\(field.path)` mention revocations too, and may be about attempts that failed")
      }
      askForSuccess(field.path)
    case .accountDeletions:
      guard let field = MessageField.all(in: sketch).first(where: { !$0.deleted.isEmpty }) else { break }
      chooseMessages(field, field.deleted, "each of these messages says that an account was deleted")
      if let other = field.otherDeletions.first {
        let shown = ShownValue.text(other, of: "")
        note("Other messages in `\(field.path)`, as \(shown), may mean it too: list those that do under `where`")
      }
      if let other = MessageField.all(in: sketch).first(where: { !$0.doubtful.isEmpty }) {
        let shown = ShownValue.text(other.doubtful[0], of: "")
        note("Messages in `\(other.path)`, as \(shown), mention revocations, which need an entry of their own kind")
      }
      askForSuccess(field.path)
    default: break
    }
  }

  /// The field by which one tells calls that came off from those that failed.
  private func resultField() -> String? {
    for column in ["http_status", "outcome"] {
      if case .one(let field, _, _) = ColumnGuess(column, .revocations, in: sketch, taken: named) { return field.path }
    }
    return nil
  }

  private mutating func choose(_ path: String, _ values: [String], _ reason: String) {
    add(.filter(path), values, .sure, reason)
    named.insert(path)
  }

  private mutating func chooseMessages(_ field: MessageField, _ messages: [String], _ reason: String) {
    if field.isFixed {
      choose(field.path, messages, reason)
    } else {
      note("The messages in `\(field.path)` contain ids or numbers, so `where` cannot select them")
      withhold()
    }
  }

  /// A message may be the same for success and failure.
  private mutating func askForSuccess(_ path: String) {
    for field in sketch.fields where !ValueWords.successes.isDisjoint(with: field.names) {
      let others = field.values.filter { !ValueWords.isSuccess($0) }
      guard !others.isEmpty else { continue }
      ask("`\(field.path)` has \(ShownValue.text(others[0], of: "")): list the values that mean success under `where`")
      {
        $0 == .filter(path)
      }
    }
  }

  private mutating func chooseRequests() {
    let fields = sketch.fields.filter { field in
      field.present > 0 && !field.hasMoreValues && !KindWords.requestTypes.isDisjoint(with: field.names)
    }
    // One column has to do: with two, records that only one of them names would be skipped.
    let field = fields.first { $0.values.contains { KindWords.request($0) == .deletion } }
    let isChosen = field != nil
    if let field {
      let deletions = field.values.filter { KindWords.request($0) == .deletion }
      let unclear = field.values.filter { KindWords.request($0) == nil }
      choose(field.path, deletions, "only these are requests to delete")
      if !unclear.isEmpty || field.present < sketch.looked {
        let values = unclear.map { ShownValue.text($0, of: "") }.joined(separator: ", ")
        let list = unclear.isEmpty ? "those without a value" : values
        ask("are \(list) requests to delete as well? Add those that are, and remove the #") {
          $0 == .filter(field.path)
        }
        isUnclear = true
      }
    }
    if !isChosen, !guess.isKnown, !KindWords.saysDeletion(path: path) {
      note("Nothing shows that all of these are requests to delete")
      isUnclear = true
    }
  }

  /// Withholds the request ids, without which the file is not read, and an audit says so.
  mutating func holdBack() {
    let isOurs = chosen["request_id"].map { $0.path.lowercased() == "request_id" } ?? false
    if isOurs || chosen["request_id"] == nil {
      withhold()
    } else {
      ask("first find out which records are requests to delete; then remove the # here as well") {
        $0 == .column("request_id")
      }
    }
  }

  /// Asks for the endpoint, without which a status of 200 proves little.
  mutating func requireEndpoint() {
    if chosen["endpoint"] != nil || chooseRevokingCalls() { return }
    add(
      .constant("endpoint"), ["apple"], .question,
      "was Apple's https://appleid.apple.com/auth/revoke called? Write `identitytoolkit` for accounts:revokeToken")
    ask("first find out which address was called; then remove the # here and at `constants`") {
      if case .filter = $0 { true } else { false }
    }
    // Only a column that has to be named keeps the other records out.
    let isGuarded = entry.lines.contains { line in
      if case .filter(let path) = line.key { TellingColumns.isEvent(path) } else { false }
    }
    if !isGuarded { withhold() }
  }

  /// Of a log of all calls, those that revoke; false where no column has their addresses.
  private mutating func chooseRevokingCalls() -> Bool {
    func endpoint(_ value: String) -> String? {
      ValueWords.meaning(of: value, as: "endpoint", in: kind, isAnswer: false)
    }
    guard
      let field = sketch.fields.first(where: { field in
        !field.hasMoreValues && !named.contains(field.path) && field.values.contains { endpoint($0) != nil }
      })
    else { return false }
    let calls = field.values.compactMap { value in endpoint(value).map { (theirs: value, ours: $0) } }
    // `where` compares whole values, and those of a query differ from call to call.
    if calls.contains(where: { $0.theirs.contains("?") }) { return false }
    choose(field.path, calls.map(\.theirs), "only these calls revoke")
    add(.column("endpoint"), [field.path], .sure, "its values are the addresses that were called")
    for call in calls {
      addValue(call.theirs, of: "endpoint", call.ours, .sure, "the address says it")
    }
    return true
  }

  /// Asks about columns that may end a consent, since a consent that has ended covers nothing.
  mutating func askForEndings() {
    let fields = sketch.fields.filter { field in
      !named.contains(field.path) && (field.timeShare > 0.5 || field.present == 0 && sketch.titles.contains(field.path))
        && mayEnd(field.path) && (field.path.contains(".") || !TellingColumns.isDecision(field.path, in: kind))
    }
    guard let first = fields.first else { return }
    for field in fields {
      add(
        .column("withdrawn_at"), [field.path], .question,
        "does the consent end at this time? Use `expires_at` if the end was agreed in advance")
      named.insert(field.path)
    }
    if chosen["given_at"]?.path.lowercased() == "given_at" {
      withhold()
    } else {
      ask("first find out what `\(first.path)` means; then remove the # here as well") {
        $0 == .column("given_at")
      }
    }
  }

  /// Asks what the records are of a file whose name says that they end others. Until then, they are rejected.
  mutating func askForWhatTheNameSays() {
    guard let name = TellingName(kind, path: path), let word = name.ofFile, chosen[name.column] == nil else { return }
    add(
      .constant(name.column), [name.hint], .question,
      "the file's name says \"\(word)\": what are its records? Until you say, they are rejected")
  }

  private func mayEnd(_ path: String) -> Bool {
    Self.names(path).contains { [.end, .endTime].contains(TellingColumns.ending($0, in: kind)) }
  }

  /// The names by which a field may tell: its own, that of the object around it, and both, as in `withdrawal.date`.
  private static func names(_ path: String) -> [String] {
    let parts = path.split(separator: ".").suffix(2).map(String.init)
    return parts.count < 2 ? parts : parts + [parts.joined(separator: ".")]
  }

  /// Asks about unread columns that look like a decision, or tell of an end: they leave the audit incomplete.
  mutating func askForDecisions() {
    let ours = OwnColumns.names(of: kind) ?? []
    // A column of our own name is read, also while it has no value.
    for field in sketch.fields where !named.contains(field.path) && !ours.contains(field.path.lowercased()) {
      let isDecision =
        field.path.split(separator: ".").suffix(2).contains { TellingColumns.isDecision(String($0), in: kind) }
        || TellingColumns.isDecision(field.path, in: kind)
      guard isDecision || tellsOfEnd(field) else { continue }
      let values = field.examples(3).joined(separator: ", ")
      let what = values.isEmpty ? "" : " It has \(values)."
      if askForStanding(field) { continue }
      add(
        .ignored(field.path), [field.path], .question,
        isDecision
          ? "does it decide anything?\(what) Map it if so, ignore it if not"
          : "do records end by it?\(what) Map it if so, ignore it if not"
      )
      named.insert(field.path)
    }
  }

  /// Columns that have to be named anyway are left to `readEvents`.
  private func tellsOfEnd(_ field: FieldSketch) -> Bool {
    let parts = field.path.split(separator: ".")
    if parts.count == 1, TellingColumns.isEvent(field.path) { return false }
    return Self.names(field.path).contains { name in
      guard let role = TellingColumns.ending(name, in: kind) else { return false }
      return field.hasValue { TellingColumns.tells($0, role, in: kind) } || role == .end && field.hasMoreValues
    }
  }

  /// Proposes or asks about columns that say what happened, which have to be named.
  mutating func readEvents() {
    for field in sketch.fields where !named.contains(field.path) && field.present > 0 {
      let parts = field.path.lowercased().split(separator: ".").map(String.init)
      let isEvent =
        parts.count == 1
        ? TellingColumns.isEvent(parts[0])
        : parts.count == 2 && TellingColumns.isEvent(parts[1], within: parts[0])
      guard isEvent else { continue }
      if let reason = harmless(field, name: parts[parts.count - 1]) {
        add(.ignored(field.path), [field.path], .likely, reason)
      } else {
        if askForStanding(field) { continue }
        let values = field.examples(3).joined(separator: ", ")
        let which = """
          which of its values are \(kind.rawValue)? It has \(values). List them under `where`; until then, records are \
          rejected
          """
        add(.ignored(field.path), [field.path], .question, which)
      }
    }
  }

  /// Asks whether a field is the column of ours that says how records stand; false where no value of it ends a record,
  /// or that column is another one.
  private mutating func askForStanding(_ field: FieldSketch) -> Bool {
    guard TellingColumns.mayEndOthers(kind), let column = TellingColumns.standing(of: kind), chosen[column] == nil,
      !field.hasMoreValues, field.values.count <= Self.mostStates
    else { return false }
    let ends = field.values.filter { TellingColumns.tells($0, .event, in: kind) }
    // The values of the column are written out, and those of `name` may be of people.
    let mayNamePeople = field.names.contains("name") && !field.names.contains("eventname")
    guard !ends.isEmpty, !mayNamePeople || field.values.allSatisfy({ PlainWords.isWhole($0) }) else { return false }
    let values = ends.prefix(3).map { ShownValue.text($0, of: "") }.joined(separator: ", ")
    add(.column(column), [field.path], .question, "do records end by it? It has \(values)")
    named.insert(field.path)
    let type = OwnColumns.type(of: column, in: kind)
    for value in field.values where !type.allows(value) {
      let meaning = ValueWords.meaning(of: value, as: column, in: kind, isAnswer: false)
      add(
        .value(column: column, theirs: ShownValue.key(value)), meaning.map { [$0] } ?? [], .question,
        "what does it mean? One of \(type.words?.joined(separator: ", ") ?? "")")
    }
    return true
  }

  /// Whether a value says that a record ended, or was refused.
  private func saysEnd(_ field: FieldSketch) -> Bool {
    field.hasValue { TellingColumns.tells($0, .event, in: kind) }
  }

  /// Why a column decides nothing; nil if it may decide something.
  private func harmless(_ field: FieldSketch, name: String) -> String? {
    if !field.values.isEmpty, field.values.allSatisfy({ ValueWords.levels.contains($0.lowercased()) }) {
      return "it is the level of a line"
    }
    if saysEnd(field) { return nil }
    let isChosen = entry.lines.contains { if case .filter = $0.key { $0.certainty != .question } else { false } }
    switch name {
    case "name" where TellingColumns.decide(kind) && (field.isUnique || field.hasMoreValues):
      return "it has the names of people"
    case "name" where isChosen && !field.hasMoreValues: return "it is the name of the logger"
    case "message", "msg":
      return TellingColumns.decide(kind) && field.hasMoreValues ? "it is free text" : nil
    default: return nil
    }
  }
}
