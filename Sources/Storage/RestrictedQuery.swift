import Foundation
import GRDBSQLite
import Platform

/// Why a restricted query did not run to its end. The text is SQLite's or ours, and holds no data.
package struct QueryRefusal: Error, Hashable, Sendable {
  package var problem: String
  /// The line of the query, from 1, where it is known.
  package var line: Int?

  package init(_ problem: String, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }
}

/// One query that somebody else wrote: it may read and nothing else, for a limited time.
package struct RestrictedQuery {
  private let connection: Connection
  private let timeLimit: Double
  /// What a denied query may read, for the message.
  private let allowed: String

  /// - Parameters:
  ///   - timeLimit: seconds.
  ///   - allowed: says what such a query may read, for messages.
  package init(_ connection: Connection, timeLimit: Double, allowed: String) {
    self.connection = connection
    self.timeLimit = timeLimit
    self.allowed = allowed
  }

  /// Calls `row` for each row, whose columns are in the order of `columns`; a column that the query lacks is null.
  ///
  /// - Throws: `QueryRefusal`, `Interruption.Stopped`, and what `row` throws.
  package func run(
    _ sql: String, parameters: [String: SQLValue], columns: [String], required: Set<String>,
    row: (RestrictedRow) throws -> Void
  ) throws {
    connection.checkOwner()
    let guardian = QueryGuardian(deadline: .now + .seconds(timeLimit))
    try guardian.watch(connection.handle) {
      let statement = try prepare(sql, guardian)
      defer { statement.finalize() }
      try bind(parameters, to: statement)
      let result = RestrictedRow(
        statement: statement.handle, positions: try positions(of: columns, required: required, in: statement.handle))
      while true {
        switch sqlite3_step(statement.handle) {
        case SQLITE_ROW: try row(result)
        case SQLITE_DONE: return
        default:
          try Interruption.check()
          throw QueryRefusal(message(guardian))
        }
      }
    }
  }

  private func prepare(_ sql: String, _ guardian: QueryGuardian) throws -> RawStatement {
    var handle: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let isSingle = try sql.withCString { text in
      guard sqlite3_prepare_v2(connection.handle, text, -1, &handle, &tail) == SQLITE_OK else {
        let offset = Int(sqlite3_error_offset(connection.handle))
        let line = offset < 0 ? nil : sql.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
        throw QueryRefusal(message(guardian), line: line)
      }
      return tail.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? true
    }
    guard let handle else { throw QueryRefusal("a rule is one SELECT") }
    guard isSingle, sqlite3_stmt_readonly(handle) != 0 else {
      sqlite3_finalize(handle)
      throw QueryRefusal("a rule is one SELECT")
    }
    return RawStatement(handle: handle)
  }

  private func message(_ guardian: QueryGuardian) -> String {
    if guardian.isOverTime { return "stopped: it ran longer than \(Int(timeLimit)) s" }
    if let denied = guardian.denied { return "denied: \(denied); \(allowed)" }
    return String(cString: sqlite3_errmsg(connection.handle))
  }

  private func bind(_ parameters: [String: SQLValue], to statement: RawStatement) throws {
    for index in 1..<(sqlite3_bind_parameter_count(statement.handle) + 1) {
      let name = sqlite3_bind_parameter_name(statement.handle, index).map { String(cString: $0.advanced(by: 1)) } ?? "?"
      guard let value = parameters[name] else { throw QueryRefusal("unknown parameter :\(name)") }
      statement.bind(value, at: index)
    }
  }

  private func positions(of columns: [String], required: Set<String>, in statement: OpaquePointer) throws -> [Int32?] {
    var found: [String: Int32] = [:]
    for index in 0..<sqlite3_column_count(statement) {
      found[sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""] = index
    }
    if let missing = required.subtracting(found.keys).min() { throw QueryRefusal("the column `\(missing)` is missing") }
    if let unknown = Set(found.keys).subtracting(columns).min() {
      throw QueryRefusal("the column `\(unknown)` is unknown")
    }
    return columns.map { found[$0] }
  }
}

/// The current row of a restricted query.
///
/// # Safety
/// Valid only within the call that it is passed to, while the query owns the statement.
package struct RestrictedRow {
  fileprivate let statement: OpaquePointer
  fileprivate let positions: [Int32?]

  /// A blob or a number with a fraction counts as null.
  package subscript(_ column: Int) -> SQLValue {
    guard let position = positions[column] else { return .null }
    switch sqlite3_column_type(statement, position) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, position))
    case SQLITE_TEXT: return .text(sqlite3_column_text(statement, position).map { String(cString: $0) } ?? "")
    default: return .null
    }
  }

  package var values: [SQLValue] { positions.indices.map { self[$0] } }

  package func isText(_ column: Int, _ literal: StaticString) -> Bool {
    guard let position = positions[column], let text = sqlite3_column_text(statement, position) else { return false }
    return sqlite3_column_bytes(statement, position) == literal.utf8CodeUnitCount
      && memcmp(text, literal.utf8Start, literal.utf8CodeUnitCount) == 0
  }
}
