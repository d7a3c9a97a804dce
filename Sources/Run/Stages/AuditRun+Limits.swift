import Evidence
import Intake
import Reporting
import Timestamps
import Vocabulary

/// What a run tells of its sources and of whom their records mean, besides `ReportLimits`.
extension AuditRun {
  /// What files and memory leave open, in the order of the report.
  ///
  /// - Throws: `StorageError`.
  func evidenceLimits(_ reading: EvidenceReading, _ sums: EvidenceSums) throws -> [Report.Limit] {
    let sources = reading.read
    var limits = sources.flatMap(\.sheetsLeftOut).map { Report.Limit(code: "sheet-left-out", text: $0) }
    limits += session.shrunkenTables.map { Report.Limit(code: "fewer-rows", text: $0.sentence) }
    limits += session.earlierDamage.sentences.map { Report.Limit(code: "earlier-rejects", text: $0) }
    limits += session.leftOverFiles.map { Report.Limit(code: "snapshot-part-missing", text: $0.sentence) }
    limits += try exportsOfEarlierRuns(sources)
    limits += foreignProviderConfigs(sums) + foreignTenants(sums) + severalCredentials(sums)
    if !sources.contains(where: { $0.facts.isUndecided && $0.facts.mayHold(.consents) }) {
      limits += revivedConsents(sums)
    }
    return limits + whollyLeftOut(sources) + absentFiles(reading.sources, reading.unread)
  }

  /// Provider configurations that name another project than the configuration does.
  private func foreignProviderConfigs(_ sums: EvidenceSums) -> [Report.Limit] {
    sums.otherProviderProjects.sorted().map { other in
      let text = """
        A provider configuration is that of the project `\(other)`, and the configured project is \
        `\(settings.project)`. It was judged as the project's own. If it is another project's, supply the right one.
        """
      diagnostics.warning(text)
      return Report.Limit(code: "provider-config-project", text: text)
    }
  }

  /// Kinds of which no record belongs to an account, as where a column `tenant` is the company's own.
  private func foreignTenants(_ sums: EvidenceSums) -> [Report.Limit] {
    sums.kinds.filter { $0.value.matched == 0 && $0.value.strayOfTenants > 0 }.sorted { $0.key < $1.key }
      .map { kind, sum in
        let names = sum.strayOfTenants == 1 ? "names" : "name"
        let found =
          sum.records == 1
          ? "The only record of kind `\(kind)` belongs to no account, and names a tenant."
          : """
          None of the \(sum.records.grouped) records of kind `\(kind)` belongs to an account, and \
          \(sum.strayOfTenants.grouped) of them \(names) a tenant.
          """
        let text = """
          \(found) A record with a `tenant` belongs to an account of that tenant alone. If the column is \
          not the tenant of the accounts, list `tenant` under `ignore` in the file's entry.
          """
        diagnostics.warning(text)
        return Report.Limit(code: "tenant-unmatched", text: text)
      }
  }

  /// Accounts with several Apple credentials, of which the audit judges one.
  private func severalCredentials(_ sums: EvidenceSums) -> [Report.Limit] {
    guard sums.severalOfApple > 0 else { return [] }
    let text = """
      Accounts with more than one Apple credential: \(sums.severalOfApple). Only one credential of each account is \
      judged. Records that name the `sub` or the address of another one match no account. Check these accounts by \
      hand; the view `credential` (`--views`) lists them.
      """
    diagnostics.hint(text)
    return [Report.Limit(code: "several-apple-credentials", text: text)]
  }

  /// Consents that are in force again by a row that was withdrawn or refused before. Of a source that is undecided it
  /// is not known that they are.
  private func revivedConsents(_ sums: EvidenceSums) -> [Report.Limit] {
    let count = sums.revivedConsents
    guard count > 0 else { return [] }
    let (consents, are) = count == 1 ? ("A consent", "is") : ("\(count.grouped) consents", "are")
    let text = """
      \(consents) that an earlier night showed as withdrawn or refused \(are) shown in force again by the same row, \
      without a new time of grant, and \(count == 1 ? "counts" : "count"). If nobody consented anew, check whether the \
      table was restored from a backup, or lost a column or the withdrawals in it; if somebody did, map the time of \
      that as `given_at`.
      """
    diagnostics.warning(text)
    return [Report.Limit(code: "consents-in-force-again", text: text)]
  }

  /// Entries of the configuration that leave out all records of their files. Standard error has it from the reading.
  private func whollyLeftOut(_ sources: [AuditedSource]) -> [Report.Limit] {
    Dictionary(grouping: sources) { $0.choice ?? "" }.sorted { $0.key < $1.key }.compactMap { place, sources in
      let left = sources.compactMap(\.whollyLeftOut)
      // An entry with wildcards speaks of several files, of which some may lack what others have.
      guard left.count == sources.count else { return inOtherForm(sources, place) }
      let records = left.reduce(0, +)
      let text = """
        The entry of the configuration at \(place) leaves out every record of \
        \(NameList.text(sources.map { "`\($0.facts.path)`" })) (records: \(records.grouped)), so none of them was \
        judged. If they are evidence, correct the entry's `where` or `pattern`.
        """
      return Report.Limit(code: "records-left-out", text: text)
    }
  }

  /// Files of an entry of which nothing is read, since no record has what others are chosen by: envelopes around
  /// records, or another version of them. Standard error has it from the reading.
  private func inOtherForm(_ sources: [AuditedSource], _ place: String) -> Report.Limit? {
    let files = sources.filter { !$0.unseenChoice.isEmpty }
    guard !files.isEmpty else { return nil }
    let columns = Set(files.flatMap(\.unseenChoice)).sorted()
    let text = """
      No record of \(NameList.text(files.map { "`\($0.facts.path)`" })) has \
      \(NameList.text(columns.map { "`\($0)`" })), by which the entry of the configuration at \(place) chooses \
      records, so none of them was judged. If they are evidence in another form, give them an entry of their own.
      """
    return Report.Limit(code: "records-left-out", text: text)
  }

  /// Files that earlier runs read and that are missing beside others of their kind.
  private func absentFiles(_ sources: [AuditedSource], _ unread: [SkippedInput]) -> [Report.Limit] {
    // What is there and was not understood, and what is missed by its own, is told already.
    let told = Set((sources.map(\.facts.path) + unread.map(\.path)).map(UndatedPath.of))
    return session.absentFiles.filter { !told.contains(UndatedPath.of($0.path)) }.map { file in
      diagnostics.warning(file.sentence)
      return Report.Limit(code: "file-missing", text: file.sentence)
    }
  }
}
