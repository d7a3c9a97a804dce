import Evidence
import Intake
import Reporting
import Timestamps

/// Names the places of records: their source, and where in it they are.
struct PlaceNames {
  private let sources: [SourceOrdinal: AuditedSource]
  private let remembered: [SourceOrdinal: RememberedSource]
  /// The sources in which a record of one kind was searched for.
  private struct Searched {
    var citations: [Report.Citation] = []
    /// When the newest of them was captured.
    var capturedTo: Timestamp?
  }

  private let searched: [EvidenceKind: Searched]

  /// How many sources of a kind are cited one by one.
  private static let toldSources = 5

  init(_ sources: [AuditedSource], remembered: [RememberedSource]) {
    self.remembered = Dictionary(uniqueKeysWithValues: remembered.map { ($0.ordinal, $0) })
    self.sources = Dictionary(sources.map { ($0.facts.ordinal, $0) }) { first, _ in first }
    var searched: [EvidenceKind: Searched] = [:]
    for kind in EvidenceKind.allCases {
      let found = sources.filter { $0.facts.mayHold(kind) }
      searched[kind, default: Searched()].capturedTo = found.map(\.facts.capturedAt).max()
      searched[kind]?.citations = found.prefix(Self.toldSources).enumerated().map { index, source in
        let isFollowed = index == Self.toldSources - 1 && found.count > Self.toldSources
        let rest = isFollowed ? ", nor in \(found.count - Self.toldSources) more files" : ""
        return Report.Citation(
          source: source.facts.path, locator: "file", summary: Self.searched(kind, source) + rest)
      }
    }
    self.searched = searched
  }

  /// The citations of a finding that rests on the absence of records of these kinds.
  ///
  /// - Parameter deadline: by which there had to be one; nil where the finding does not fail by one.
  func searched(for kinds: [EvidenceKind], by deadline: Timestamp?) -> [Report.Citation] {
    kinds.flatMap { kind -> [Report.Citation] in
      guard let searched = searched[kind] else { return [] }
      guard let deadline, let end = searched.capturedTo, end < deadline else { return searched.citations }
      return searched.citations.map {
        var citation = $0
        citation.summary += "; the newest was captured on \(end.readable), before the deadline"
        return citation
      }
    }
  }

  private static func searched(_ kind: EvidenceKind, _ source: AuditedSource) -> String {
    let span =
      if let first = source.summary.firstTime, let last = source.summary.lastTime {
        first.readable == last.readable
          ? " of \(first.readable)" : " between \(first.readable) and \(last.readable)"
      } else {
        ""
      }
    let records = source.facts.records
    return "no \(kind.rawValue) for this person among \(records) record\(records == 1 ? "" : "s")\(span)"
  }

  /// The source's path, and the locator in it. Nil for a place in no source of this run or of memory.
  func name(of place: Place) -> (source: String, locator: String)? {
    if let source = sources[place.source] { return (source.facts.path, source.locator(place)) }
    return remembered[place.source].map { source in
      (source.path, Locators(countsLines: source.countsLines).text(place.number))
    }
  }

  /// For a remembered record, which run read it; empty for others.
  func reader(of place: Place) -> String {
    remembered[place.source].map { ", read by run \($0.run) of \($0.runAsOf.readable)" } ?? ""
  }
}
