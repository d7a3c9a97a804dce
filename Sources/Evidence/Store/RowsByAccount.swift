/// The rows of one account after another, for accounts that are gone through in order: to ask for each took twice as long.
struct RowsByAccount {
  private let rows: SelectStatement
  private var isThere: Bool

  /// - Parameter rows: whose first column is the account, in its order.
  /// - Throws: `DatabaseError`.
  init(_ rows: SelectStatement) throws {
    self.rows = rows
    isThere = try rows.next()
  }

  /// What `make` makes of each row of the account, in their order.
  ///
  /// - Parameter account: greater than the one before.
  /// - Throws: `DatabaseError`.
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
