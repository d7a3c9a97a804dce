import Evidence
import Storage

@testable import Judgement
@testable import Run

/// What a script needs to judge a rule's case on another engine, and what SQLite said of it.
struct PortableCase: Encodable {
  var name: String
  var parameters: [String: Value]
  /// The rows of each view that has any.
  var views: [String: [[Value]]]
  /// Of each query, in its columns.
  var rows: [[[Value]]]

  init(_ ruleCase: RuleCase, of rule: Rule, on evidence: CaseEvidence) throws {
    func rows(_ sql: String, _ parameters: [String: RuleValue], _ columns: [String]) throws -> [[Value]] {
      var rows: [[Value]] = []
      try RuleQuery(evidence.session.database, tables: evidence.session.tables, timeLimit: 60)
        .run(RuleSQL(sql), parameters: parameters, columns: columns, required: []) {
          rows.append($0.values.map(Value.init))
        }
      return rows
    }
    name = "\(ruleCase.name), line \(ruleCase.line)"
    let parameters = try evidence.runner().values(for: rule)
    self.parameters = parameters.mapValues { Value($0.sqlValue) }
    self.rows = try PortableRule(rule).queries.map { try rows($0.sql, parameters, $0.columns) }
    views = [:]
    for view in PublicView.all {
      let columns = view.columns.map(\.name)
      let found = try rows("SELECT \(columns.joined(separator: ", ")) FROM \(view.name)", [:], columns)
      if !found.isEmpty { views[view.name] = found }
    }
  }

  struct Value: Encodable {
    var value: SQLValue

    init(_ value: SQLValue) {
      self.value = value
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .integer(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .blob: try container.encodeNil()
      }
    }
  }
}

/// A rule's queries, and the views that they may read.
struct PortableRule: Encodable {
  struct View: Encodable {
    var name: String
    var columns: [Column]
  }

  struct Column: Encodable {
    var name: String
    var type: String
  }

  struct Query: Encodable {
    var sql: String
    var columns: [String]
  }

  var rule: String
  /// The rule's own, and those of its witnesses.
  var queries: [Query]
  var views = PublicView.all.map { view in
    View(name: view.name, columns: view.columns.map { Column(name: $0.name, type: $0.type) })
  }

  init(_ rule: Rule) {
    self.rule = rule.id
    queries =
      [Query(sql: rule.sql.text, columns: Judgement.columns)]
      + rule.witnessQueries.map { Query(sql: $0.sql.text, columns: $0.view.columns.map(\.name)) }
  }
}
