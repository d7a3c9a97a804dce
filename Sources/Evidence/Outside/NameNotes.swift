/// Which pairs of a bucket there were after several runs.
struct NameNotes {
  private let notes: [NameNote]

  /// - Parameter notes: in the order in which the runs' exports were captured.
  init(_ notes: [NameNote]) {
    self.notes = notes
  }

  /// Each once.
  var current: [NamePair] {
    guard let first = notes.first else { return [] }
    guard notes.count > 1 else { return first.event == .borne ? first.pairs : [] }
    var changed: [NamePair: Bool] = [:]
    var later: [NamePair] = []
    for note in notes.dropFirst() {
      for pair in note.pairs { changed[pair] = note.event == .borne }
      if note.event == .borne { later += note.pairs }
    }
    var found = first.event == .borne ? first.pairs.filter { changed.removeValue(forKey: $0) ?? true } : []
    // In the order in which they were noted, which is that of the exports.
    for pair in later where changed.removeValue(forKey: pair) == true { found.append(pair) }
    return found
  }
}

/// What a run's exports changed in a bucket.
package struct NameChanges: Sendable {
  package var borne: [NamePair] = []
  package var ended: [NamePair] = []

  package var isEmpty: Bool { borne.isEmpty && ended.isEmpty }

  package init(borne: [NamePair] = [], ended: [NamePair] = []) {
    self.borne = borne
    self.ended = ended
  }

  package init(_ notes: some Sequence<NameNote>) {
    for note in notes {
      if note.event == .borne { borne += note.pairs } else { ended += note.pairs }
    }
  }

  /// - Parameters:
  ///   - before: the pairs of the run before, each once.
  ///   - now: those that the exports show; accounts without names have the name `NamePair.nameless`.
  ///   - isComplete: whether an account that is not among them was not shown, or is in scope.
  ///   - inScope: accounts that have come into scope.
  init(from before: [NamePair], to now: [NamePair], isComplete: Bool, inScope: Set<UInt64>) {
    guard !before.isEmpty else {
      borne = now.filter { $0.name != NamePair.nameless }
      return
    }
    let (gone, new) = Self.differences(before, now)
    let (wereThere, areThere) = (Set(gone), Set(new))
    borne = new.filter { $0.name != NamePair.nameless && !wereThere.contains($0) }
    ended = gone.filter { !areThere.contains($0) }
    guard !isComplete, !ended.isEmpty else { return }
    let shown = Set(now.map(\.account))
    ended = ended.filter { shown.contains($0.account) || inScope.contains($0.account) }
  }

  /// How far ahead the other list is searched for a pair: exports keep their order from night to night, so that nearly
  /// all pairs of two nights stand side by side.
  private static let reach = 8

  /// Leaves out pairs that stand side by side. What is left of the two lists may still have pairs in common.
  private static func differences(_ before: [NamePair], _ now: [NamePair]) -> (gone: [NamePair], new: [NamePair]) {
    var (gone, new): ([NamePair], [NamePair]) = ([], [])
    var (old, next) = (0, 0)
    while old < before.count, next < now.count {
      if before[old] == now[next] {
        old += 1
        next += 1
      } else if let step = (1...reach).first(where: { next + $0 < now.count && now[next + $0] == before[old] }) {
        new += now[next..<(next + step)]
        next += step
      } else if let step = (1...reach).first(where: { old + $0 < before.count && before[old + $0] == now[next] }) {
        gone += before[old..<(old + step)]
        old += step
      } else {
        gone.append(before[old])
        new.append(now[next])
        old += 1
        next += 1
      }
    }
    return (gone + before[old...], new + now[next...])
  }
}

extension NameChanges {
  /// What the next run changed, after the state that it is compared with has changed.
  ///
  /// - Parameters:
  ///   - next: what it changed of the state before.
  ///   - isComplete: false where the next run's exports left out accounts, of which it said nothing.
  /// - Returns: what the next run changed of the state as it is now, and what of this change lasts beyond that run.
  package func passed(to next: NameChanges, isComplete: Bool) -> (next: NameChanges, rest: NameChanges) {
    var rest = NameChanges()
    var (borne, ended) = (self.borne, self.ended)
    if !isComplete {
      let told = Set((next.borne + next.ended).map(\.account))
      rest = NameChanges(
        borne: borne.filter { !told.contains($0.account) }, ended: ended.filter { !told.contains($0.account) })
      borne.removeAll { !told.contains($0.account) }
      ended.removeAll { !told.contains($0.account) }
    }
    // The next run does not add a pair that this change adds.
    let (bearing, without) = (Set(borne), Set(ended))
    let (nextBorne, nextEnded) = (Set(next.borne), Set(next.ended))
    return (
      NameChanges(
        borne: next.borne.filter { !bearing.contains($0) } + ended.filter { !nextEnded.contains($0) },
        ended: next.ended.filter { !without.contains($0) } + borne.filter { !nextBorne.contains($0) }),
      rest
    )
  }
}
