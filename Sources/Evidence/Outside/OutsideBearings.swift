/// From when to when accounts out of scope bore names, by the runs that noted it.
struct OutsideBearings {
  private let runs: [NamingRun]
  private let positions: [Int64: Int]

  /// - Parameter runs: in the order in which their exports were captured.
  init(_ runs: [NamingRun]) {
    self.runs = runs
    positions = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.number, $0) })
  }

  /// What a run noted of one pair.
  typealias Change = (run: Int64, event: NameNote.Event)

  /// The times at which an account bore a name. While the last run saw it, the time has no end.
  ///
  /// - Parameters:
  ///   - changes: of the pair, in the order of the runs.
  ///   - account: the number that stands for the account.
  func of(_ pair: NamePair, _ changes: [Change], account: Int64) -> [NameBearing] {
    spans(changes).map { bearing(pair, from: $0.start, to: $0.end, account) }
  }

  /// When a run's exports last showed the account with the name, as far as the runs tell.
  ///
  /// - Parameters:
  ///   - changes: of the pair, in the order of the runs.
  ///   - shows: what that run's exports have to have been able to show.
  func lastShown(_ changes: [Change], where shows: NamingRun.Shows) -> Int64? {
    lastRun(changes).flatMap { $0.shows == shows ? $0.capturedFrom : nil }
  }

  /// The last run that showed the account with the name, as far as the runs tell.
  ///
  /// - Parameter changes: of the pair, in the order of the runs.
  func lastRun(_ changes: [Change]) -> NamingRun? {
    spans(changes).last.map { runs[lastPosition(from: $0.start, to: $0.end ?? runs.count)] }
  }

  /// The positions of the first run that saw the account with the name and of the one that saw it without, in order;
  /// nil where none did.
  private func spans(_ changes: [Change]) -> [(start: Int, end: Int?)] {
    var found: [(start: Int, end: Int?)] = []
    var start: Int?
    for change in changes {
      guard let position = positions[change.run] else { continue }
      switch change.event {
      case .borne: start = start ?? position
      case .ended:
        if let start { found.append((start, position)) }
        start = nil
      }
    }
    if let start { found.append((start, nil)) }
    return found
  }

  /// A partial export may not have shown an account that still bore the name.
  private func lastPosition(from start: Int, to end: Int) -> Int {
    runs[(start + 1)..<end].lastIndex(where: \.isComplete) ?? start
  }

  /// - Parameters:
  ///   - start: the position of the first run that saw the account with the name.
  ///   - end: of the one that saw it without; nil where none did.
  private func bearing(_ pair: NamePair, from start: Int, to end: Int?, _ account: Int64) -> NameBearing {
    let first = runs[start]
    // An account that a partial export does not show may still exist and bear the name.
    let last = runs[(start + 1)..<(end ?? runs.count)].last(where: \.isComplete)
    let before = runs[..<start].last(where: \.isComplete)
    return NameBearing(
      account: account, name: pair.name, seen: first.capturedTo,
      absent: before.flatMap { $0.shows == first.shows ? $0.capturedFrom : nil },
      lastSeen: last?.capturedFrom ?? first.capturedTo,
      ended: end.flatMap { runs[$0 - 1].shows == runs[$0].shows ? runs[$0].capturedTo : nil })
  }
}
