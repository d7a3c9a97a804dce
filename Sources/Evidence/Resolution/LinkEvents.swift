import Storage

extension LinkEvent {
  /// The link events of each account, of which there may be none.
  ///
  /// - Throws: `StorageError`.
  static func byAccount(in database: Connection) throws -> [Int64: [LinkEvent]] {
    var events: [Int64: [LinkEvent]] = [:]
    let rows = try SelectStatement(
      database,
      """
      SELECT e.account, l.provider, l.linked_at, l.action = 'unlink', l.identifier, l.ref
      FROM evidence.link_data l JOIN evidence.evidence_account e ON e.ref = l.ref
      """)
    while try rows.next() {
      events[rows.integer(0), default: []].append(
        LinkEvent(
          provider: rows.text(1), at: rows.integer(2), isUnlink: rows.flag(3), identifier: rows.optionalText(4),
          ref: rows.integer(5)))
    }
    return events
  }
}
