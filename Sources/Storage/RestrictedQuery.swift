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

/// One query that somebody else wrote: it may read and nothing else, within limits.
package struct RestrictedQuery {
  private let connection: Connection
  private let limits: QueryLimits
  /// What a denied query may read, for the message.
  private let allowed: String

  /// - Parameter allowed: says what such a query may read, for messages.
  package init(_ connection: Connection, limits: QueryLimits, allowed: String) {
    self.connection = connection
    self.limits = limits
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
    let guardian = QueryGuardian(limits)
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
        case let code:
          try Interruption.check()
          throw QueryRefusal(message(guardian, code))
        }
      }
    }
  }

  private func prepare(_ sql: String, _ guardian: QueryGuardian) throws -> RawStatement {
    var handle: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let isSingle = try sql.withCString { text in
      let code = sqlite3_prepare_v2(connection.handle, text, -1, &handle, &tail)
      guard code == SQLITE_OK else {
        let offset = Int(sqlite3_error_offset(connection.handle))
        let line = offset < 0 ? nil : sql.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
        throw QueryRefusal(message(guardian, code), line: line)
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

  /// - Parameter code: what SQLite answered.
  private func message(_ guardian: QueryGuardian, _ code: Int32) -> String {
    if guardian.isOverTime { return "stopped: it ran longer than \(limits.time.formatted()) s" }
    if let denied = guardian.denied { return "denied: \(denied); \(allowed)" }
    if guardian.isOverMemory { return "stopped: it took more than \(QueryLimits.memory >> 20) MiB of memory" }
    // A text of the query itself that is too long is told when it is prepared.
    if code & 0xFF == SQLITE_TOOBIG, sqlite3_error_offset(connection.handle) < 0 {
      return "stopped: it made a value of more than \(QueryLimits.valueSize >> 20) MiB"
    }
    return String(cString: sqlite3_errmsg(connection.handle))
  }

  private func bind(_ parameters: [String: SQLValue], to statement: RawStatement) throws {
    for index in 1..<(sqlite3_bind_parameter_count(statement.handle) + 1) {
      let name = sqlite3_bind_parameter_name(statement.handle, index).map { String(cString: $0.advanced(by: 1)) } ?? "?"
      guard let value = parameters[name] else { throw QueryRefusal("unknown parameter :\(name)") }
      try statement.bind(value, at: index)
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
