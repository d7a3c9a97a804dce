import Storage

extension EvidenceSession {
  /// What the evidence of the whole run sums up to, after `finishEvidence` or `finishWhole`.
  ///
  /// - Throws: `StorageError`.
  package func allSums(_ directory: EvidenceDirectory) throws -> EvidenceSums { try whole ?? ownSums(directory) }

  /// What this session's own evidence sums up to, after `finishEvidence`.
  ///
  /// - Throws: `StorageError`.
  package func ownSums(_ directory: EvidenceDirectory) throws -> EvidenceSums {
    var sums = sums
    sums.leftOverFiles = memory?.leftOver ?? []
    sums.lostColumns = memory?.lostColumns ?? []
    sums.revivedConsents = revivedConsents + (memory?.revivedConsents ?? 0)
    sums.absentFiles = memory?.absent ?? []
    sums.links = try directory.linkCount()
    sums.deletionRequests = try directory.deletionRequestCount()
    sums.forgottenRecords = forgottenFound.records
    sums.forgottenBack = forgottenFound.back
    sums.forgottenShown = forgottenFound.shown
    sums.otherProviderProjects = Set(try directory.otherProviderProjects())
    sums.summaries = try directory.summariesOfSecrets()
    return sums
  }

  /// Takes the place of `finishAccounts` and `finishEvidence` where there is no evidence but the sums of its parts: fills the views that tell of the run. Those of
  /// people stay empty.
  ///
  /// - Parameter sources: all of the run's.
  /// - Throws: `StorageError`.
  package func finishWhole(_ sources: [SourceFacts]) throws {
    let snapshot = Snapshot(sources)
    try compareWithHistory(snapshot)
    try writeFacts(sources, snapshot)
    try writeCoverage(sources)
    try write(lastTransfer: whole?.lastTransfer)
    try ViewDefinitions.create(in: database)
    try publish()
    guard let whole else { return }
    forgottenFound.records = whole.forgottenRecords
    forgottenFound.back = whole.forgottenBack
    forgottenFound.persons = try earlier.forgottenPersons()
  }

  /// Finds the sources that earlier runs read and whose records count; not the records. Takes the place of `recall`.
  ///
  /// - Throws: `StorageError`.
  package func recallSources(beside sources: [ReadSource], from first: SourceOrdinal) throws {
    try find(beside: sources, from: first)
  }
}
