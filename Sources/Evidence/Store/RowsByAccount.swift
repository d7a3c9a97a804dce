import Storage

/// The rows of one account after another, in order of account. A query for each account took twice as long.
struct RowsByAccount {
  private let rows: SelectStatement
  private var isThere: Bool

  /// - Parameter rows: whose first column is the account, in its order.
  /// - Throws: `StorageError`.
  init(_ rows: SelectStatement) throws {
    self.rows = rows
    isThere = try rows.next()
  }

  /// The next account, and what `make` makes of each of its rows, in their order; nil after the last one.
  ///
  /// - Throws: `StorageError`.
  mutating func next<Element>(_ make: (SelectStatement) -> Element) throws -> (account: Int64, rows: [Element])? {
    guard isThere else { return nil }
    let account = rows.integer(0)
    return (account, try of(account, make))
  }

  /// The same, of an account that is known.
  ///
  /// - Parameter account: greater than the one before.
  /// - Throws: `StorageError`.
  mutating func of<Element>(_ account: Int64, _ make: (SelectStatement) -> Element) throws -> [Element] {
    while isThere, rows.integer(0) < account { isThere = try rows.next() }
    var found: [Element] = []
    while isThere, rows.integer(0) == account {
      found.append(make(rows))
      isThere = try rows.next()
    }
    return found
  }
}
