import Foundation
import GRDB
import GRDBSQLite

/// A value that a rule's query reads or returns.
package enum RuleValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  /// A share such as `20%` or `0.2`, in ten-thousandths: rules reckon in whole numbers.
  package init?(share text: String) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= (isPercent ? 100 : 1)
    else { return nil }
    self = .integer(Int64((number * (isPercent ? 100 : 10_000)).rounded()))
  }

  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }
}

/// Why a rule was not evaluated. The text is SQLite's or ours, and holds no data.
package struct RuleFailure: Error, Hashable, Sendable {
  package var problem: String
  /// The line of the query, from 1, where it is known.
  package var line: Int?

  package init(_ problem: String, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }
}

/// Runs one query that may read the public views and nothing else, for a limited time.
///
/// It works on the raw handle: GRDB has its own authorizer for each connection, and no way to lend it.
struct RuleQuery {
  private let connection: OpaquePointer
  /// What is there and is no public view.
  private let tables: Set<String>
  private let timeLimit: Double

  /// - Parameters:
  ///   - tables: that no query may name, lower-case.
  ///   - timeLimit: seconds.
  init(_ database: Database, tables: Set<String>, timeLimit: Double) throws {
    guard let connection = database.sqliteConnection else { throw RuleFailure("the store is closed") }
    self.connection = connection
    self.tables = tables
    self.timeLimit = timeLimit
  }

  /// Calls `row` for each row, whose columns are in the order of `columns`; a column that the query lacks is null.
  ///
  /// - Throws: `RuleFailure`, and what `row` throws.
  func run(
    _ sql: String, parameters: [String: RuleValue], columns: [String], required: Set<String>,
    row: (RuleRow) throws -> Void
  ) throws {
    try refuseTables(in: sql)
    let guardian = Guardian(deadline: Date().addingTimeInterval(timeLimit))
    let context = Unmanaged.passUnretained(guardian).toOpaque()
    sqlite3_set_authorizer(connection, authorize, context)
    sqlite3_progress_handler(connection, 10_000, isOverTime, context)
    defer {
      sqlite3_set_authorizer(connection, nil, nil)
      sqlite3_progress_handler(connection, 0, nil, nil)
      withExtendedLifetime(guardian) {}
    }
    var statement: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    defer { sqlite3_finalize(statement) }
    let isSingle = try sql.withCString { text in
      guard sqlite3_prepare_v2(connection, text, -1, &statement, &tail) == SQLITE_OK else {
        let offset = Int(sqlite3_error_offset(connection))
        let line = offset < 0 ? nil : sql.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
        throw RuleFailure(message(guardian), line: line)
      }
      return tail.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? true
    }
    guard let statement, isSingle, sqlite3_stmt_readonly(statement) != 0 else {
      throw RuleFailure("a rule is one SELECT")
    }
    try bind(parameters, to: statement)
    let result = RuleRow(
      statement: statement, positions: try positions(of: columns, required: required, in: statement))
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try row(result)
      case SQLITE_DONE: return
      default: throw RuleFailure(message(guardian))
      }
    }
  }

  /// A query can reach a table only by its name. SQLite's authorizer could tell what a view reads from what a query
  /// reads by itself, but a common table expression that bears a view's name would deceive it.
  private func refuseTables(in sql: String) throws {
    let tokens = SQLToken.tokens(of: sql)
    for (position, name) in tokens.possibleNames {
      let isSchema =
        ["main", "temp"].contains(name) && position + 1 < tokens.count && tokens[position + 1].text == "."
      guard isSchema || tables.contains(name) || name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || name == "dbstat"
      else { continue }
      throw RuleFailure("denied: `\(name)`; a rule reads the documented views and nothing else")
    }
  }

  private func message(_ guardian: Guardian) -> String {
    if guardian.isOverTime { return "stopped: it ran longer than \(Int(timeLimit)) s" }
    if let denied = guardian.denied { return "denied: \(denied); a rule reads the documented views and nothing else" }
    return String(cString: sqlite3_errmsg(connection))
  }

  private func bind(_ parameters: [String: RuleValue], to statement: OpaquePointer) throws {
    for index in 1..<(sqlite3_bind_parameter_count(statement) + 1) {
      let name = sqlite3_bind_parameter_name(statement, index).map { String(cString: $0.advanced(by: 1)) } ?? "?"
      switch parameters[name] {
      case .integer(let value): sqlite3_bind_int64(statement, index, value)
      case .text(let value):
        sqlite3_bind_text(statement, index, value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      case .null: sqlite3_bind_null(statement, index)
      case nil: throw RuleFailure("unknown parameter :\(name)")
      }
    }
  }

  private func positions(
    of columns: [String], required: Set<String>, in statement: OpaquePointer
  ) throws -> [Int32?] {
    var found: [String: Int32] = [:]
    for index in 0..<sqlite3_column_count(statement) {
      found[sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""] = index
    }
    if let missing = required.subtracting(found.keys).min() { throw RuleFailure("the column `\(missing)` is missing") }
    if let unknown = Set(found.keys).subtracting(columns).min() { throw RuleFailure("the column `\(unknown)` is unknown") }
    return columns.map { found[$0] }
  }
}

/// The row at which a rule's query stands. Most rows are a `pass`, of which nothing but the verdict is looked at.
struct RuleRow {
  fileprivate let statement: OpaquePointer
  fileprivate let positions: [Int32?]

  subscript(_ column: Int) -> RuleValue {
    guard let position = positions[column] else { return .null }
    switch sqlite3_column_type(statement, position) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, position))
    case SQLITE_TEXT: return .text(sqlite3_column_text(statement, position).map { String(cString: $0) } ?? "")
    default: return .null
    }
  }

  var values: [RuleValue] { positions.indices.map { self[$0] } }

  func isText(_ column: Int, _ literal: StaticString) -> Bool {
    guard let position = positions[column], let text = sqlite3_column_text(statement, position) else { return false }
    return sqlite3_column_bytes(statement, position) == literal.utf8CodeUnitCount
      && memcmp(text, literal.utf8Start, literal.utf8CodeUnitCount) == 0
  }
}

/// Lets a query read and nothing else, and stops it in time.
private final class Guardian {
  let deadline: Date
  var denied: String?
  var isOverTime = false

  init(deadline: Date) {
    self.deadline = deadline
  }

  /// Functions that reach beyond the data.
  private static let forbidden: Set = ["load_extension", "fts3_tokenizer", "sqlite_compileoption_get"]

  func allows(_ action: Int32, function: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    case SQLITE_FUNCTION: function.map { !Self.forbidden.contains($0.lowercased()) } ?? false
    default: false
    }
  }
}

private func authorize(
  context: UnsafeMutableRawPointer?, action: Int32, first: UnsafePointer<CChar>?, second: UnsafePointer<CChar>?,
  database: UnsafePointer<CChar>?, view: UnsafePointer<CChar>?
) -> Int32 {
  guard let context else { return SQLITE_DENY }
  let guardian = Unmanaged<Guardian>.fromOpaque(context).takeUnretainedValue()
  if guardian.allows(action, function: second.map { String(cString: $0) }) { return SQLITE_OK }
  if guardian.denied == nil { guardian.denied = first.map { "`\(String(cString: $0))`" } ?? "this statement" }
  return SQLITE_DENY
}

private func isOverTime(context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 1 }
  let guardian = Unmanaged<Guardian>.fromOpaque(context).takeUnretainedValue()
  guardian.isOverTime = Date() > guardian.deadline
  return guardian.isOverTime ? 1 : 0
}
