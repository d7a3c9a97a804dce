import Evidence
import History
import Intake
import Timestamps

/// Parts of a snapshot whose name or folder is of an earlier night than that of the others, and of which that night has
/// no copy: what stands in an old part alone may be gone.
enum StaleParts {
  /// Parts are alike but for dates and numbers.
  private struct Snapshot: Hashable {
    var kind: EvidenceKind
    var name: String
  }

  /// The parts of one night are written one after another, over midnight too. Milliseconds.
  private static let oneNight: Int64 = 12 * 3_600_000

  private struct Part {
    /// In the list of sources.
    var index: Int
    var path: String
    var time: Timestamp
  }

  /// - Returns: the same reading, with old parts marked as ones that prove no absence.
  static func marked(_ reading: EvidenceReading) -> EvidenceReading {
    var parts: [Snapshot: [Part]] = [:]
    for (index, source) in reading.sources.enumerated() where source.isOfSnapshot {
      let path = source.facts.path
      guard let kind = source.facts.kind, let time = NameTime.all(in: path).last?.time else { continue }
      parts[Snapshot(kind: kind, name: UnnumberedName.of(path)), default: []].append(
        Part(index: index, path: path, time: time))
    }
    var sources = reading.sources
    for parts in parts.values {
      guard let newest = parts.max(by: { $0.time < $1.time }) else { continue }
      for part in parts where newest.time.milliseconds - part.time.milliseconds > oneNight {
        sources[part.index] = sources[part.index].doubted(
          for: """
            it is older than `\(newest.path)`, another part of the same export, which has no newer copy of it; supply \
            that copy, or remove the file
            """)
      }
    }
    return EvidenceReading(sources: sources, unread: reading.unread)
  }
}

extension AuditedSource {
  /// Whether it counts as the state of a night: accounts, or what its entry calls a snapshot.
  fileprivate var isOfSnapshot: Bool {
    !summary.isSuperseded && facts.kind != .providerConfig
      && (facts.kind == .accounts || forMemory?.snapshotEntry != nil)
  }
}
