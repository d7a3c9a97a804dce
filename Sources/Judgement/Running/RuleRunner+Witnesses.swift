import Evidence
import Platform
import Storage

extension RuleRunner {
  /// Finds the rows of this part's evidence on which the rule's verdicts about the whole rest, in an order that depends
  /// on the rows alone. A rule without witnesses has none.
  ///
  /// - Returns: why there are none, where a query cannot be run.
  /// - Throws: `StorageError`; `FolderProblem` of a temporary file; what `body` throws.
  package func witnesses(of rule: Rule, _ body: (Witness) throws -> Void) throws -> RuleFailure? {
    var found: [(view: PublicView, rows: SpilledRecords<WitnessRow>)] = []
    for query in rule.witnessQueries {
      do {
        found.append((query.view, try rows(of: query, rule)))
      } catch let failure as RuleFailure {
        return failure
      }
    }
    // Once all queries came to their ends: half of the witnesses would look like all of them.
    for (view, rows) in found { try write(rows, of: view, for: rule, body) }
    return nil
  }

  /// - Throws: `RuleFailure`, which names the view.
  func rows(of query: RuleWitnesses.Query, _ rule: Rule) throws -> SpilledRecords<WitnessRow> {
    let columns = query.view.columns.map(\.name)
    var rows = SpilledSort<WitnessRow>(limit: Self.inMemory) { $0.precedes($1) }
    var count = 0
    do {
      try ruleQuery.run(query.sql, parameters: values(for: rule), columns: columns, required: Set(columns)) { row in
        count += 1
        guard count <= Self.findingLimit else {
          throw RuleFailure("stopped: it has more than \(Self.findingLimit) rows")
        }
        try rows.append(WitnessRow(values: row.values.map(RuleValue.init)))
      }
    } catch let failure as RuleFailure {
      throw RuleFailure("witnesses of `\(query.view.name)`: \(failure.problem)", line: failure.line)
    }
    return try rows.finish()
  }

  private func write(
    _ rows: SpilledRecords<WitnessRow>, of view: PublicView, for rule: Rule, _ body: (Witness) throws -> Void
  ) throws {
    let places = view.columns.indices.filter { view.columns[$0].isPlace }
    var rows = rows
    var last: (row: WitnessRow, count: Int)?
    func pass() throws {
      guard let last else { return }
      let refs = Set(places.compactMap { last.row.values[$0].integer }).sorted()
      let summaries = try refs.map { Witness.Summary(ref: $0, text: try directory.summary(of: Place(ref: $0))) }
      try body(
        Witness(rule: rule.id, view: view.name, values: last.row.values, count: last.count, summaries: summaries))
    }
    try rows.takeEach { row in
      if let before = last, before.row == row {
        last = (row, before.count + 1)
      } else {
        try pass()
        last = (row, 1)
      }
    }
    try pass()
  }
}

/// A row that a query of witnesses answers.
struct WitnessRow: ScratchRecord, Equatable {
  var values: [RuleValue]

  func precedes(_ other: WitnessRow) -> Bool {
    for (own, value) in zip(values, other.values) where own != value { return own.precedes(value) }
    return false
  }

  init(values: [RuleValue]) {
    self.values = values
  }

  func write(to writer: inout ByteWriter) {
    writer.add(count: values.count)
    for value in values {
      switch value {
      case .null: writer.add(count: 0)
      case .integer(let number):
        writer.add(count: 1)
        writer.add(number)
      case .text(let text):
        writer.add(count: 2)
        writer.add(text)
      }
    }
  }

  init?(from reader: inout ByteReader) {
    guard let count = reader.count() else { return nil }
    values = []
    for _ in 0..<count {
      switch reader.count() {
      case 0: values.append(.null)
      case 1:
        guard let number = reader.number() else { return nil }
        values.append(.integer(number))
      case 2:
        guard let text = reader.text() else { return nil }
        values.append(.text(text))
      default: return nil
      }
    }
  }
}
