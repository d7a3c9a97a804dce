import Evidence
package import Timestamps

/// Copies of one snapshot file from several nights: files whose paths differ in dates and times alone.
///
/// Files of one day that differ in a number which may be a time or the number of a part, as `20261120-000002.json`, are
/// parts of that day's snapshot. Skipping a part would make accounts vanish; reading a copy as a part is noticed, since
/// an account that changed is rejected the second time.
package enum DatedCopies {
  /// Marks all but the newest copies of accounts, of provider configurations and of what the configuration calls a
  /// snapshot as superseded. If the newest copy is empty or cannot be read, no older one takes its place: it gets the
  /// kind of the others, and is unreadable.
  ///
  /// - Parameter limit: copies after this are not the newest, unless there are no others.
  package static func supersede(in sources: inout [RecognisedSource], until limit: Timestamp) {
    let readings = Dictionary(sources.map { ($0.file.path, 1) }, uniquingKeysWith: +)
    var groups: [String: [Copy]] = [:]
    for (index, source) in sources.enumerated() where source.file.isRegular {
      guard let copy = Copy(path: source.file.path, index: index) else { continue }
      // A file read as one kind supersedes nothing that it is read as another.
      let isReadTwice = readings[source.file.path, default: 1] > 1
      let kind = isReadTwice ? source.file.settings.kind.map { "\0\($0.rawValue)" } ?? "" : ""
      groups[copy.pattern + kind, default: []].append(copy)
    }
    for copies in groups.values where copies.count > 1 {
      let kinds = Set(copies.compactMap { sources[$0.index].kind ?? sources[$0.index].file.settings.kind })
      guard kinds.count == 1, let kind = kinds.first else { continue }
      let isSnapshot = copies.allSatisfy { sources[$0.index].file.settings.mode == .snapshot }
      guard kind == .accounts || kind == .providerConfig || isSnapshot else { continue }
      let newest = newest(of: copies, until: limit)
      guard let first = newest.first else { continue }
      let kept = Set(newest.map(\.index))
      for copy in copies where !kept.contains(copy.index) {
        sources[copy.index].supersededBy = sources[first.index].file.path
      }
      for copy in newest where sources[copy.index].kind == nil {
        let why = sources[copy.index].outcome == .empty ? Recogniser.empty : sources[copy.index].why
        sources[copy.index].fail(as: kind, "its copies from other nights hold \(kind.rawValue), but \(why)")
      }
    }
  }

  private static func newest(of copies: [Copy], until limit: Timestamp) -> [Copy] {
    let inTime = copies.filter { $0.times[0].time <= limit }
    // If all are later than the audit, the earliest one is taken.
    let earliest = copies.map { $0.times[0].time }.min() ?? limit
    var left = inTime.isEmpty ? copies.filter { $0.times[0].time == earliest } : inTime
    for position in left.first?.times.indices ?? 0..<0 {
      let day = left.map { $0.times[position].day }.max()
      left.removeAll { $0.times[position].day != day }
      let exact = left.map { $0.times[position] }.filter(\.isExact).map(\.time).max()
      left.removeAll { $0.times[position].isExact && $0.times[position].time != exact }
    }
    return left
  }

  /// A path with dates.
  private struct Copy {
    /// The path without its dates, and without the mark of compression, which older copies may have.
    var pattern: String
    /// The dates, the nearest to the path's end first; never empty.
    var times: [NameTime]
    /// In the list of sources.
    var index: Int

    init?(path: String, index: Int) {
      times = NameTime.all(in: path).reversed()
      guard !times.isEmpty else { return nil }
      var bytes = Array(path.utf8)
      // From the end, so that the other ranges stay valid.
      for time in times { bytes.replaceSubrange(time.range, with: [0]) }
      pattern = String(decoding: bytes, as: UTF8.self)
      if pattern.hasSuffix(".gz") { pattern.removeLast(3) }
      self.index = index
    }
  }
}

extension NameTime {
  /// Days since 1970.
  fileprivate var day: Int64 { time.milliseconds / TimeSpan.day.milliseconds }
}
