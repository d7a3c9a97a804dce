/// The persons and requests whom the rejected records of one source name, as far as their names could still be read.
///
/// It is personal data: it stays in memory, and of it only the numbers of accounts reach the run's tables.
package struct RejectedNames: Hashable, Codable, Sendable {
  package enum Name: Hashable, Codable, Sendable {
    case uid(String)
    case appleSub(String)
    case email(String)
    /// Lower-case hex SHA-256 of the trimmed, lower-cased address.
    case emailSHA256(String)
    case phone(String)
    /// The id of a deletion request.
    case request(String)
  }

  package private(set) var names: Set<Name> = []
  /// There were more names than are kept: the source may have rejected a record of anybody.
  package private(set) var isFull = false

  /// Ten million records of which one in a hundred is rejected have as many.
  private static let limit = 100_000

  package init() {}

  package var isEmpty: Bool { names.isEmpty && !isFull }

  package mutating func add(_ name: Name) {
    if names.count < Self.limit { names.insert(name) } else if !names.contains(name) { isFull = true }
  }
}
