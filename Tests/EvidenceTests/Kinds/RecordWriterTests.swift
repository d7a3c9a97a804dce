import Storage
import Testing
import Timestamps

@testable import Evidence

/// Writers bind values by position. Each must arrive in its own column.
@Suite struct RecordWriterTests {
  private let settings = EvidenceSettings(
    project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())

  private func withTables(_ body: (Connection) throws -> Void) throws {
    let database = try Connection(path: nil)
    try database.execute(sql: "ATTACH ':memory:' AS accounts; ATTACH ':memory:' AS evidence")
    try database.execute(sql: RunTables.schema)
    try body(database)
  }

  private func rows(of table: RunTable, in database: Connection) throws -> [[String]] {
    let columns = table.columns.map { "quote(\($0.name))" }.joined(separator: ", ")
    let statement = try SelectStatement(database, "SELECT \(columns) FROM \(table.name)")
    var rows: [[String]] = []
    while try statement.next() { rows.append(table.columns.indices.map { statement.text(Int32($0)) }) }
    return rows
  }

  @Test(arguments: KindSample.all.indices)
  func everyValueIsInItsColumn(_ index: Int) throws {
    let sample = KindSample.all[index]
    try withTables { database in try expect(sample.record, sample.row, in: database) }
  }

  private func expect<Record: KindRecord>(_ record: Record, _ row: [String], in database: Connection) throws {
    let writer = try KindWriter<Record>(database, settings)
    let table = try #require(Record.Writer.table)
    let digest = try writer.write(record, ref: 77)
    #expect(try writer.write(record, ref: 78)?.integer == digest?.integer, "the place is no part of what a record says")
    #expect(try rows(of: table, in: database) == [["77"] + row, ["78"] + row])
    try writer.remove(77, isCounted: true)
    #expect(try rows(of: table, in: database) == [["78"] + row])
  }

  @Test func signedTokensAreInTheirColumns() throws {
    try withTables { database in
      let token = SignedToken(
        digest: 5, sub: "s", type: "t", jti: "j", at: Timestamp(milliseconds: 1), isVerified: false, problem: .expired)
      _ = try SignedTokenWriter(database).write(token, of: .signIns, ref: 77)
      let row = ["77", "'sign-ins'", "'s'", "'t'", "'j'", "1", "1", "'expired'", "5"]
      #expect(try rows(of: SignedTokenWriter.table, in: database) == [row])
    }
  }

  @Test func namesAreKeptWhereTheyShowAPerson() throws {
    try withTables { database in
      let evidence = try EvidenceWriter(database, settings)
      let subject = Subject(
        tenant: "t", uid: "u", email: "A@Example.com", phone: "+15550100", appleSub: "001.a.1", emailSHA256: "00")
      let deletion = DeletionRecord(subject: subject, requestID: "d-1", requestedAt: Timestamp(milliseconds: 5))
      let consent = ConsentRecord(subject: subject, purpose: "link:email", givenAt: Timestamp(milliseconds: 6))
      let keys = SubjectKeys(subject)
      try evidence.writeKeys(keys, subject, of: deletion, content: 3, rows: [], ref: 1)
      try evidence.writeKeys(keys, subject, of: consent, content: 4, rows: [], ref: 2)
      let bits = [keys.uid, keys.appleSub, keys.email, keys.emailSHA256, keys.phone].map { key in
        key.map { "\(Int64(bitPattern: $0))" } ?? "NULL"
      }
      // No account, no private address, nobody who hides it, nothing for memory, and no other activity.
      let none = ["NULL", "NULL", "NULL", "NULL", "NULL"]
      #expect(
        try rows(of: RunTables.keys, in: database) == [
          ["1", "'deletions'", "'t'"] + bits + ["'u'", "'a@example.com'", "'001.a.1'", "'d-1'", "5", "5", "3"] + none,
          ["2", "'consents'", "'t'"] + bits + ["NULL", "NULL", "NULL", "NULL", "NULL", "6", "4"] + none,
        ])
    }
  }

  @Test func whatSaysThatAnAddressIsHiddenIsKeptWithItsTime() throws {
    try withTables { database in
      let evidence = try EvidenceWriter(database, settings)
      func write(_ record: some KindRecord, ref: Int64) throws {
        try evidence.writeKeys(SubjectKeys(), Subject(), of: record, content: 0, rows: [], ref: ref)
      }
      let at = Timestamp(milliseconds: 5)
      var forged = NotificationRecord(type: "email-enabled", sub: "s", eventTime: at, email: "r@private.icloud.com")
      try write(SignInRecord(subject: Subject(uid: "u"), at: at, provider: "apple.com", hasNonce: true), ref: 1)
      #expect(!evidence.saysPrivate)
      try write(
        SignInRecord(
          subject: Subject(uid: "u"), at: at, provider: "apple.com", hasNonce: true, isPrivateEmail: true), ref: 2)
      #expect(evidence.saysPrivate)
      try write(forged, ref: 3)
      forged.problem = .badSignature
      try write(forged, ref: 4)
      try write(
        AccountDeletionRecord(subject: Subject(uid: "u", isPrivateEmail: true), deletedAt: at, actor: nil), ref: 5)
      try write(
        AccountDeletionRecord(subject: Subject(uid: "u", isPrivateEmail: false), deletedAt: at, actor: nil), ref: 6)
      let found = try database.all(sql: "SELECT private_at FROM evidence.evidence_key ORDER BY ref") {
        $0.optionalInteger(0)
      }
      #expect(found == [nil, 5, 5, nil, 5, nil])
    }
  }

  @Test func whatShowsAnAccountInUseIsToldFromWhatAViewShows() throws {
    try withTables { database in
      let signIns = try KindWriter<SignInRecord>(database, settings)
      let mail = try KindWriter<MailRecord>(database, settings)
      let consents = try KindWriter<ConsentRecord>(database, settings)
      let (at, later) = (Timestamp(milliseconds: 5), Timestamp(milliseconds: 6))
      func shows<Record: KindRecord>(_ record: Record, _ writer: KindWriter<Record>, ref: Int64) throws -> [Bool] {
        let isWritten = try writer.write(record, ref: ref) != nil
        return [isWritten, writer.isOtherActivity(record, isWritten: isWritten)]
      }
      for (ref, provider) in ["apple.com", "google.com"].enumerated() {
        let record = SignInRecord(subject: Subject(uid: "u"), at: at, provider: provider, hasNonce: false)
        #expect(try shows(record, signIns, ref: Int64(ref)) == (ref == 0 ? [true, false] : [false, true]))
      }
      for (ref, recipient) in ["r@private.icloud.com", "r@example.com"].enumerated() {
        let record = MailRecord(recipient: recipient, sender: nil, at: at)
        #expect(try shows(record, mail, ref: Int64(ref)) == (ref == 0 ? [true, false] : [false, true]))
      }
      func consent(_ purpose: String, _ state: ConsentState, _ end: Timestamp? = nil) -> ConsentRecord {
        ConsentRecord(subject: Subject(uid: "u"), purpose: purpose, givenAt: at, state: state, withdrawnAt: end)
      }
      for (ref, (record, expected)) in [
        (consent("link:phone", .given), [true, false]), (consent("newsletter", .given), [false, true]),
        (consent("newsletter", .renewed), [false, true]), (consent("newsletter", .refused), [false, false]),
        (consent("newsletter", .withdrawn), [false, false]), (consent("newsletter", .requested), [false, false]),
        (consent("newsletter", .given, at), [false, false]), (consent("newsletter", .given, later), [false, true]),
        (consent("all", .given), [true, true]), (consent("all", .withdrawn), [true, false]),
      ].enumerated() {
        #expect(try shows(record, consents, ref: Int64(ref)) == expected, "\(record.purpose), \(record.state)")
      }
    }
  }

  @Test func recordsOfEveryKindAreEqualWhereTheySayTheSame() {
    let alias = AliasRecord(oldSub: "a", newSub: "b")
    #expect(EvidenceRecord.alias(alias) == .alias(alias))
    #expect(EvidenceRecord.alias(alias).hashValue == EvidenceRecord.alias(alias).hashValue)
    #expect(EvidenceRecord.alias(alias) != .alias(AliasRecord(oldSub: "a", newSub: "c")))
  }
}
