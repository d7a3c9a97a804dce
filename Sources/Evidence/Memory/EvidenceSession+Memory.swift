extension EvidenceSession {
  /// Ids of earlier runs' sources whose records count no longer for later runs, after `copyRemembered`.
  package var endedSources: [Int64] { memory?.ended(butBy: Set(lostColumns.map(\.source))) ?? [] }

  /// Tables of this run that show fewer rows than before although they reach as far back, after `recall`.
  package var shrunkenTables: [ShrunkenTable] { memory?.shrunken ?? [] }

  /// Sources of earlier runs of which not all could be read, and which no later one makes up for, after `recall`.
  package var earlierDamage: [EarlierDamage] { memory?.damaged ?? [] }

  /// Files of snapshots that are not among those of this run, and whose records count, after `copyRemembered`.
  package var leftOverFiles: [LeftOverFile] { whole?.leftOverFiles ?? memory?.leftOver ?? [] }

  /// Other files that are not among those of this run, beside some of their kind, and whose records count, after
  /// `copyRemembered`.
  package var absentFiles: [AbsentFile] { whole?.absentFiles ?? memory?.absent ?? [] }
}
