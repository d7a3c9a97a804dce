import Storage

/// Takes back that credentials are gone where the export turns out, once it is read, to be one that leaves them out
/// (`EarlierSnapshot.isHidden`): they are hidden, and what was known of them stays.
struct HiddenIdentifiers {
  let session: EvidenceSession

  private var database: Connection { session.database }

  /// - Throws: `StorageError`.
  func takeBack(_ source: SourceFacts) throws {
    guard let format = source.format else { return }
    let accounts = try database.all(
      sql: """
        SELECT DISTINCT i.account FROM \(AccountTable.identifiers.name) i
        CROSS JOIN \(AccountTable.rows.name) a ON a.account = i.account
        WHERE i.role = \(IdentifierRole.unlinked.rawValue) AND a.ref >> \(Place.shiftOfSource) = ?
        """,
      arguments: [source.ordinal]
    ) { $0.integer(0) }
    let update = try WriteStatement(
      database,
      """
      UPDATE \(AccountTable.identifiers.name) SET role = ?, seen_at = ?, absent_at = ?
      WHERE account = ? AND role = \(IdentifierRole.unlinked.rawValue) AND provider = ?
        AND coalesce(raw_id, phone, email) IS ?
      """)
    for account in accounts {
      var before = try session.earlier.identifiers(of: account)
      if let apple = try session.earlier.sightings(of: account)?.appleCredential { before.append(apple) }
      for identifier in before
      where [.credential, .unlinked, .hidden].contains(identifier.role)
        && EarlierSnapshot.isHidden(identifier.provider, by: format, source.generation)
      {
        let role = identifier.role == .unlinked ? IdentifierRole.unlinked : .hidden
        update.bind(role.rawValue).bind(identifier.sighting.seen).bind(identifier.sighting.absent).bind(account)
          .bind(identifier.provider).bind(identifier.rawID ?? identifier.phone ?? identifier.email)
        try update.run()
      }
    }
  }
}
