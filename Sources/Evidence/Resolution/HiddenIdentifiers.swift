import Storage

/// Takes back that credentials are gone where the export turns out, once it is read, to be one that leaves them out
/// (`EarlierSnapshot.isHidden`): they are hidden, and what was known of them stays.
struct HiddenIdentifiers {
  let session: EvidenceSession

  private var database: Connection { session.database }

  /// - Parameter sources: those that may leave credentials out.
  /// - Throws: `StorageError`.
  func takeBack(_ sources: [SourceFacts]) throws {
    let exports = Dictionary(sources.map { (Int64($0.ordinal), $0) }) { first, _ in first }
    guard !exports.isEmpty else { return }
    let accounts = try database.all(
      sql: """
        SELECT DISTINCT i.account, a.ref >> \(Place.shiftOfSource) FROM \(AccountTable.identifiers.name) i
        CROSS JOIN \(AccountTable.rows.name) a ON a.account = i.account
        WHERE i.role = \(IdentifierRole.unlinked.rawValue) AND a.ref IS NOT NULL
        """
    ) { (number: $0.integer(0), source: $0.integer(1)) }
    let update = try WriteStatement(
      database,
      """
      UPDATE \(AccountTable.identifiers.name) SET role = ?, seen_at = ?, absent_at = ?
      WHERE account = ? AND role = \(IdentifierRole.unlinked.rawValue) AND provider = ?
        AND coalesce(raw_id, phone, email) IS ?
      """)
    for account in accounts {
      guard let source = exports[account.source], let format = source.format else { continue }
      var before = try session.earlier.identifiers(of: account.number)
      if let apple = try session.earlier.sightings(of: account.number)?.appleCredential { before.append(apple) }
      for identifier in before
      where identifier.role.isCredential
        && EarlierSnapshot.isHidden(identifier.provider, by: format, source.generation)
      {
        let role = identifier.role == .unlinked ? IdentifierRole.unlinked : .hidden
        update.bind(role.rawValue).bind(identifier.sighting.seen).bind(identifier.sighting.absent).bind(account.number)
          .bind(identifier.provider).bind(identifier.rawID ?? identifier.phone ?? identifier.email)
        try update.run()
      }
    }
  }
}
