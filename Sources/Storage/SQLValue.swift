package import Foundation

/// A value as SQLite stores it.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob(Data)
}

/// What a parameter of a statement takes.
package protocol SQLBindable {
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  package var sqlValue: SQLValue { self }
}

extension Int64: SQLBindable {
  package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLBindable {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

/// 0 or 1.
extension Bool: SQLBindable {
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLBindable {
  package var sqlValue: SQLValue { .text(self) }
}

extension Data: SQLBindable {
  package var sqlValue: SQLValue { .blob(self) }
}
