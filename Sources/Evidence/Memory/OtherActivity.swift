package import Storage
import Timestamps

/// Records that show an account in use, and nothing that a view of their kind shows: sign-ins with other providers than
/// Apple, mail to addresses that are no relay addresses, and consent to what is no link. Their keys tell all that is
/// kept of them. They bring nobody into scope.
///
/// There may be some a day of everybody. They matter where they are later than the account's removal, whatever the
/// night on which that is read. So memory keeps those of people in scope whose deletion was asked for or is known, and
/// of others in scope the last of each kind: where one of them is later than a removal, the last is.
package struct OtherActivity {
  private let database: Connection
  /// Remembered records have refs from here on.
  private let rememberedFrom: Int64

  /// - Parameter database: with the run's tables of evidence.
  package init(database: Connection, rememberedFrom: Int64) {
    self.database = database
    self.rememberedFrom = rememberedFrom
  }

  static let view = PublicView(
    "other_activity",
    """
    What shows an account in use and stands in no other view: sign-ins with other providers than Apple, mail to \
    addresses that are no relay addresses, and consent to what is no link.
    """,
    [
      .init("account", "integer", "Account.", "e.account"),
      .init("kind", "text", "`sign-ins`, `mail` or `consents`.", "k.kind"),
      .init("at", "integer", "When.", "k.at"),
      .init("by_uid", "integer", "1 if the record names the uid.", "k.uid IS NOT NULL"),
      .init("ref", "integer", "Its record.", "k.ref"),
    ],
    from: source)

  private static let source = """
    evidence.evidence_account e CROSS JOIN \(RunTables.keys.name) k ON k.ref = e.ref WHERE k.other_activity
    """

  /// In SQL: the refs that memory keeps. Of records that say the same, it is one that memory has.
  private static let kept = """
    SELECT ref FROM (
      SELECT k.ref, row_number() OVER (
        PARTITION BY e.account, k.kind, k.uid IS NULL, CASE WHEN e.account IN (
          SELECT o.account FROM evidence.evidence_account o JOIN \(RunTables.keys.name) d ON d.ref = o.ref
          WHERE d.kind IN ('\(EvidenceKind.deletions.rawValue)', '\(EvidenceKind.accountDeletions.rawValue)')
        ) THEN k.at END
        ORDER BY k.at DESC, k.ref DESC) AS place
      FROM \(source))
    WHERE place = 1
    """

  /// Marks a remembered record that memory needs no longer.
  private static let isReplaced = 2

  /// Finds what memory needs of these records, and no longer needs. To be called when each record's accounts are known.
  ///
  /// - Throws: `StorageError`.
  func sort() throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE kept_activity (ref INTEGER PRIMARY KEY);
        INSERT OR IGNORE INTO temp.kept_activity \(Self.kept);
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.kept_activity") }
    // What a digest tells apart is compared by account and time here: no later run looks for these records by theirs.
    try database.execute(
      sql: """
        UPDATE \(RunTables.keys.name) SET digest = at
        WHERE ref IN (SELECT ref FROM temp.kept_activity) AND ref < ? AND digest IS NULL
        """, arguments: [rememberedFrom])
    // What a record says besides is remembered whoever it names.
    try database.execute(
      sql: """
        UPDATE \(RunTables.keys.name) SET other_activity = \(Self.isReplaced)
        WHERE ref >= ? AND other_activity AND ref NOT IN (SELECT ref FROM temp.kept_activity)
          AND ref IN (SELECT e.ref FROM evidence.evidence_account e)
          AND ref NOT IN (SELECT d.ref FROM \(ConsentWriter.data.name) d)
        """, arguments: [rememberedFrom])
  }

  /// The remembered records that memory needs no longer: their ids in memory.
  ///
  /// - Throws: `StorageError`.
  package func replacedInMemory() throws -> [Int64] {
    try database.all(
      sql: """
        SELECT c.id FROM evidence.recalled c CROSS JOIN \(RunTables.keys.name) k ON k.ref = c.ref
        WHERE k.other_activity = \(Self.isReplaced)
        """
    ) { $0.integer(0) }
  }

  /// What a record says, in a few words without personal data.
  ///
  /// - Parameter time: when, for people; empty where the reader has it beside the text.
  static func text(of kind: EvidenceKind, _ time: String) -> String {
    switch kind {
    case .signIns: "sign-in with another provider than Apple" + (time.isEmpty ? "" : " on \(time)")
    case .mail: "mail to an address that is not a relay address" + (time.isEmpty ? "" : ", of \(time)")
    default: "consent record for a purpose other than a link" + (time.isEmpty ? "" : ", dated \(time)")
    }
  }
}
