import Storage
import Timestamps

extension EvidenceSession {
  package typealias Passes = (String, () throws -> Void) throws -> Void

  /// Ends the reading: finds the account of each record, and marks accounts that are gone. Afterwards the accounts are
  /// complete, and another thread may keep, list and judge them.
  ///
  /// The order of the passes matters: each rests on those above it.
  package func finishAccounts(sources: [SourceFacts], time pass: Passes) throws {
    try loadHistory()
    let snapshot = Snapshot(sources)
    try endReading(snapshot)
    try compareWithHistory(snapshot)
    try pass("source facts") { try writeFacts(sources, snapshot) }
    try pass("tokens") {
      try TokenReadings(database: database, evidence: evidence, rememberedFrom: rememberedFrom).keepBest()
    }
    try pass("history") { try SubjectResolver(session: self).addHistory(snapshot) }
    try findForgotten(time: pass)
    try pass("resolution") {
      try database.execute(sql: RunTables.identifierIndex)
      try SubjectResolver(session: self).resolve()
    }
    if let forgotten { try pass("records of forgotten persons") { forgottenFound.records = try forgotten.remove() } }
    try pass("persons without account") { try resolveShadows() }
    try pass("persons of rejected records") { try rejectedPersons.resolve(in: self) }
    if sources.contains(where: \.isUndecided) {
      try pass("persons of undecided records") { try UndecidedPersons.find(in: database) }
    }
    try pass("copies") {
      try CopyMerge(database: database, evidence: evidence, rememberedFrom: rememberedFrom).run()
    }
    try pass("tokens in use") {
      try TokenUses(database: database, rememberedFrom: rememberedFrom).forgetOthers()
    }
    if evidence.hasOtherActivity || hasRememberedActivity {
      try pass("other activity") { try OtherActivity(database: database, rememberedFrom: rememberedFrom).sort() }
    }
    try pass("gone accounts") { try markGone(snapshot, sources) }
    try pass("team transfers") {
      sums.lastTransfer = try lastTransfer()
      try write(lastTransfer: (whole ?? sums).lastTransfer)
    }
    try pass("accounts") {
      try AccountRows(session: self).complete(sources)
      try ViewDefinitions.create(in: database)
      try publish()
    }
  }

  /// Fills the tables behind the views of links, consents and requests. Afterwards the evidence is complete.
  package func finishEvidence(sources: [SourceFacts], time pass: Passes) throws {
    try pass("links") {
      let events = try LinkEvent.byAccount(in: database)
      try LinkBuilder(session: self).build(events)
      try OtherIdentifierBuilder(session: self).build(events)
      try UnlinkBuilder(session: self).build(events)
      try database.execute(sql: RunTables.linkIndex)
    }
    try pass("consents") { try ConsentBuilder(session: self).build() }
    try pass("deletion requests") { try DeletionBuilder(session: self).build() }
    try pass("coverage") {
      try countKinds(but: Set(sources.flatMap(\.kinds)))
      try writeCoverage(sources)
    }
    try pass("indexes") {
      try database.execute(sql: RunTables.otherIndexes)
      try publish()
    }
    endResolving()
  }

  package func finish(sources: [SourceFacts], time pass: Passes = { _, body in try body() }) throws {
    try finishAccounts(sources: sources, time: pass)
    try finishEvidence(sources: sources, time: pass)
  }

  func writeFacts(_ sources: [SourceFacts], _ snapshot: Snapshot?) throws {
    let before = try snapshot.flatMap { snapshot -> PreviousSnapshot? in
      let found = try earlier.wholeSnapshot(before: snapshot.capturedTo.milliseconds)
      // Of a night that is audited late, the only earlier run may be of a later one.
      return isOutOfOrder && found.map { $0.capturedTo >= snapshot.capturedTo.milliseconds } ?? false ? nil : found
    }
    try database.execute(
      sql: "INSERT INTO evidence.run_context VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        settings.project, snapshot != nil, before?.capturedTo, accountCount,
        snapshot?.isComplete ?? false, before?.accounts, settings.projectID, rememberedFrom,
        appleAccountCount,
      ])
    for sender in Set(settings.relaySenders.map(NormalText.sender)) {
      try database.execute(sql: "INSERT INTO evidence.relay_sender_data VALUES (?)", arguments: [sender])
    }
    for id in Set(settings.clientIDs) {
      try database.execute(sql: "INSERT INTO evidence.client_id_data VALUES (?)", arguments: [id])
    }
    for tenant in exportedTenants {
      try database.execute(sql: "INSERT INTO evidence.exported_tenant_data VALUES (?)", arguments: [tenant])
    }
    for domain in Set(settings.authDomains.map(\.foldedASCII)) {
      try database.execute(sql: "INSERT INTO evidence.auth_domain_data VALUES (?)", arguments: [domain])
    }
    let captures = try RunTables.captures.insert(in: database)
    var tables = TableNames()
    func note(_ ordinal: SourceOrdinal, _ path: String, _ capturedAt: Timestamp) throws {
      try captures.bind(Int64(ordinal)).bind(capturedAt.milliseconds).bind(tables.number(of: path)).run()
    }
    for source in sources { try note(source.ordinal, source.path, source.capturedAt) }
    for source in remembered { try note(source.ordinal, source.path, source.capturedAt) }
    for source in sources {
      for secret in source.secrets {
        try database.execute(
          sql: "INSERT INTO evidence.secret_data VALUES (?, ?, ?, ?)",
          arguments: [
            source.ordinal, secret.kind.rawValue, secret.records,
            Place(source: source.ordinal, number: secret.firstNumber).ref,
          ])
      }
      try database.execute(
        sql: "INSERT INTO evidence.source_fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          source.ordinal, source.path, source.kind?.rawValue, source.format, source.capturedAt.milliseconds,
          source.records, source.rejected, source.isTruncated || source.isSelection, source.generation?.rawValue,
          source.showsTenants, source.statedRecords, source.shownRecords, source.isUndecided,
        ])
    }
  }

  /// Finds whom the store was told to forget among the names in evidence and the accounts of this run.
  private func findForgotten(time pass: Passes) throws {
    let persons = try earlier.forgottenPersons()
    guard !persons.isEmpty else { return }
    let records = ForgottenRecords(session: self, persons: persons)
    forgotten = records
    try pass("forgotten persons") {
      forgottenFound.back = try records.find()
      (forgottenFound.persons, forgottenFound.shown) = (records.persons, records.shown)
    }
  }

  private func resolveShadows() throws {
    try ShadowBuilder(session: self).build()
    // Another thread owns the store when requests are judged by it.
    personsShownWithoutApple = try OutsideHistory(earlier, scope).personsShownWithoutApple(in: database)
  }

  private func markGone(_ snapshot: Snapshot?, _ sources: [SourceFacts]) throws {
    // Absence from a truncated snapshot proves nothing, and neither does absence from an older one.
    guard let snapshot, snapshot.isComplete, !isOutOfOrder else { return }
    let tenants = sources.contains { $0.kind == .accounts && $0.showsTenants } ? nil : Set(exportedTenants)
    for unseen in accounts.unseen where !unseen.isGone {
      // Nor is it known who is in a tenant of which no export shows an account.
      if let tenants, let tenant = try earlier.names(of: unseen.account)?.tenant, !tenants.contains(tenant) { continue }
      let time = snapshot.capturedFrom.milliseconds
      try earlier.markGone(unseen.account, at: time, lastSeen: previous?.capturedTo ?? time)
    }
  }

  /// - Parameter supplied: kinds that a source is of.
  private func countKinds(but supplied: Set<EvidenceKind>) throws {
    let (matches, strays) = try countMatches()
    let recalled = try countRecords(in: RunTables.keys, "ref >= ?")
    let ambiguous = try countRecords(in: RunTables.ambiguous, "ref < ?")
    for definition in EvidenceKinds.all where definition.hasCoverage {
      let (kind, name) = (definition.kind, definition.kind.rawValue)
      let count = evidence.count(of: kind)
      var sum = EvidenceSums.OfKind()
      (sum.records, sum.first, sum.last) = (count.records, count.first, count.last)
      sum.matched = definition.record?.namesPersons == false ? count.records : matches[name, default: 0]
      sum.isShown = try count.records > 0 && !supplied.contains(kind) && isSupplied(definition)
      sum.remembered = recalled[name, default: 0]
      sum.ambiguous = ambiguous[name, default: 0]
      sum.strayOfTenants = strays[name, default: 0]
      guard sum != EvidenceSums.OfKind() else { continue }
      sum.isSupplied = supplied.contains(kind)
      sums.kinds[name] = sum
    }
  }

  /// Whether a record of this run shows that the kind was supplied.
  private func isSupplied(_ definition: any KindDefinition.Type) throws -> Bool {
    guard let condition = definition.presence, let table = definition.record?.table else { return true }
    return try database.first(
      sql: "SELECT 1 FROM \(table.name) WHERE ref < ? AND \(condition) LIMIT 1", arguments: [rememberedFrom]
    ) { _ in true } ?? false
  }

  /// How many records of each kind a table has, by the kind's name; kinds without any are not there.
  ///
  /// - Parameter condition: on `ref`, compared with the least of a remembered record.
  private func countRecords(in table: RunTable, _ condition: String) throws -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: try database.all(
        sql: "SELECT kind, count(*) FROM \(table.name) WHERE \(condition) GROUP BY kind", arguments: [rememberedFrom]
      ) { ($0.text(0), Int($0.integer(1))) })
  }

  /// How many records of each kind belong to an account that an export has shown, in scope or not, by the kind's name.
  /// Records that fit several accounts are not counted. Of the others, those that name a tenant.
  private func countMatches() throws -> (matches: [String: Int], strayOfTenants: [String: Int]) {
    var (matches, strays): ([String: Int], [String: Int]) = ([:], [:])
    let rows = try SelectStatement(
      database,
      """
      SELECT kind, EXISTS (SELECT 1 FROM evidence.evidence_account e WHERE e.ref = k.ref AND e.account > 0), uid,
        apple_sub, email, email_sha256, phone, tenant IS NOT NULL
      FROM evidence.evidence_key k
      WHERE k.ref < ? AND \(RunTables.isUnambiguous)
      """)
    rows.start(rememberedFrom)
    while try rows.next() {
      if rows.flag(1) || showsOutOfScope(SubjectKeys(rows, from: 2)) {
        matches[rows.text(0), default: 0] += 1
      } else if rows.flag(7) {
        strays[rows.text(0), default: 0] += 1
      }
    }
    return (matches, strays)
  }
}
