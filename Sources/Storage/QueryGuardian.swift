import CMemory
import Foundation
import GRDBSQLite
import Platform

/// Denies a query everything but reading, and stops it at its limits.
///
/// # Safety
/// SQLite holds an unretained pointer to the guardian while `watch` runs; `watch` takes it away before it returns.
final class QueryGuardian {
  private let deadline: ContinuousClock.Instant
  /// The first action that was denied.
  private(set) var denied: String?
  private(set) var isOverTime = false
  var isOverMemory: Bool { relay_is_sqlite_memory_used_up() != 0 }

  init(_ limits: QueryLimits) {
    deadline = .now + .seconds(limits.time)
  }

  /// Guards the connection while `body` runs. All statements prepared on it meanwhile have the same limits.
  func watch<Result>(_ connection: OpaquePointer, _ body: () throws -> Result) rethrows -> Result {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(connection, authorize, context)
    sqlite3_progress_handler(connection, QueryLimits.stepsBetweenLooks, shallStop, context)
    defer {
      sqlite3_set_authorizer(connection, nil, nil)
      sqlite3_progress_handler(connection, 0, nil, nil)
    }
    return try withExtendedLifetime(self) { try QueryLimits.apply(to: connection, body) }
  }

  /// Functions that reach beyond the data, and two that answer null where a limit is exceeded, as if that were data.
  private static let forbidden: Set = [
    "load_extension", "fts3_tokenizer", "sqlite_compileoption_get", "printf", "format",
  ]

  fileprivate func allows(_ action: Int32, subject: UnsafePointer<CChar>?, function: UnsafePointer<CChar>?) -> Bool {
    let isAllowed =
      switch action {
      case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
      case SQLITE_FUNCTION: function.map { !Self.forbidden.contains(String(cString: $0).lowercased()) } ?? false
      default: false
      }
    if !isAllowed, denied == nil {
      denied = (subject ?? function).map { "`\(String(cString: $0))`" } ?? "this statement"
    }
    return isAllowed
  }

  fileprivate func checkLimits() -> Bool {
    isOverTime = ContinuousClock.now > deadline
    return isOverTime || isOverMemory || Interruption.isStopping
  }
}

private func authorize(
  context: UnsafeMutableRawPointer?, action: Int32, first: UnsafePointer<CChar>?, second: UnsafePointer<CChar>?,
  database: UnsafePointer<CChar>?, view: UnsafePointer<CChar>?
) -> Int32 {
  guard let context else { return SQLITE_DENY }
  let guardian = Unmanaged<QueryGuardian>.fromOpaque(context).takeUnretainedValue()
  return guardian.allows(action, subject: first, function: second) ? SQLITE_OK : SQLITE_DENY
}

private func shallStop(context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 1 }
  return Unmanaged<QueryGuardian>.fromOpaque(context).takeUnretainedValue().checkLimits() ? 1 : 0
}
