import Timestamps

/// Notes what a run's exports changed about the names of accounts out of scope.
struct OutsideKeeping {
  private let earlier: any EarlierAccounts
  private let isComplete: Bool
  private let movedIntoScope: Set<UInt64>
  /// Runs whose exports were captured after this run's, in the order of their captures.
  private let later: [NamingRun]

  /// - Parameters:
  ///   - snapshot: of the run's exports.
  ///   - movedIntoScope: the keys of accounts that were out of scope on an earlier night.
  init(_ earlier: any EarlierAccounts, _ snapshot: Snapshot, _ movedIntoScope: Set<UInt64>) {
    self.earlier = earlier
    self.movedIntoScope = movedIntoScope
    isComplete = snapshot.isComplete
    later = earlier.namingRuns.filter { $0.capturedTo > snapshot.capturedTo.milliseconds }
  }

  /// - Throws: `StorageError`.
  func keep(_ names: OutsideNames) throws {
    let laterNumbers = Set(later.map(\.number))
    for bucket in 0..<NamePair.bucketCount {
      let notes = try earlier.notesOfNames(in: bucket)
      let before = NameNotes(notes.filter { !laterNumbers.contains($0.run) })
      let changes = NameChanges(
        from: before.current, to: try names.pairs(in: bucket), isComplete: isComplete, inScope: movedIntoScope)
      try earlier.keep(changes, of: nil, in: bucket)
      var rest = changes
      for run in later where !rest.isEmpty {
        let known = NameChanges(notes.filter { $0.run == run.number })
        let passed = rest.passed(to: known, isComplete: run.isComplete)
        try earlier.keep(passed.next, of: run.number, in: bucket)
        rest = passed.rest
      }
    }
  }
}
