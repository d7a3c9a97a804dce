import Evidence
import History
import Intake
import Judgement
import Reporting
import Timestamps

/// One input file, as this run read it.
struct AuditedSource {
  private(set) var facts: SourceFacts
  let summary: SourceSummary
  /// It could not be read, or not be recognised although its name is that of records.
  private let isLost: Bool
  /// It names a page that follows and is not among the inputs.
  private let lacksNextPage: Bool
  /// Nothing in it tells its kind.
  private let isUnrecognised: Bool
  private let traits: SourceTraits
  /// Columns of it that decided records on earlier nights, and that no record has although it shows these again.
  private let lostColumns: [String]
  /// Why its accounts, whole as they look, prove no absence.
  private var doubt: String?

  /// - Parameters:
  ///   - duplicates: records that repeat an earlier one, of this source or another; they count once.
  ///   - earlier: what the project's sources were on earlier nights.
  ///   - lacksNextPage: it names a page that follows and is not among the inputs.
  ///   - lostColumns: those that decided records on earlier nights, and that no record has although it shows these
  ///     again.
  init(
    _ traits: SourceTraits, _ summary: SourceSummary, ordinal: SourceOrdinal, duplicates: Int,
    earlier: SourceHistory, lacksNextPage: Bool = false, lostColumns: [String] = []
  ) {
    self.traits = traits
    self.lostColumns = lostColumns
    self.lacksNextPage = lacksNextPage
    self.summary = summary
    // Intake knows the duplicates among accounts, evidence those among all other records.
    let counted = summary.kind == .accounts ? Int(summary.records) : Int(summary.records) - duplicates
    let isEmpty = traits.isEmpty
    let known = earlier.kind(of: summary.path) ?? earlier.kind(ofNameLike: summary.path)
    // An empty file says that there is nothing of a kind, if somebody says of which: the configuration, or an earlier
    // night's file.
    let kind =
      summary.kind ?? (isEmpty || traits.isUnreadable ? traits.kind : nil)
      ?? (isEmpty ? known : nil)
    // If nothing in the file can be read, its path tells which kind of records was lost.
    let lostKind = known.flatMap { $0.hasRecords || $0 == .logs ? $0 : nil }
    let mayHoldData =
      lostKind != nil || summary.isInaccessible || traits.holdsData
      || DataNames.have(traits.path) && !(isEmpty && DataNames.areOfRecords(traits.path))
    // What cannot be read may be a part of the accounts: it must not count as their absence. Nor does a file of no
    // bytes show that all accounts are gone.
    let isLost =
      !summary.isSuperseded
      && (kind == nil && mayHoldData
        || kind != nil && summary.fileError != nil || kind == .accounts && isEmpty && earlier.has(.accounts))
    self.isLost = isLost
    isUnrecognised = kind == nil
    var facts = SourceFacts(
      ordinal: ordinal, path: summary.path, kind: kind ?? (isLost ? lostKind : nil), format: summary.format,
      capturedAt: summary.capturedAt, records: max(0, counted), rejected: Int(summary.rejected),
      isTruncated: summary.isTruncated || isLost || lacksNextPage,
      generation: summary.generation, showsTenants: summary.showsTenants,
      secrets: summary.secrets)
    if facts.kind == .logs { facts.standsFor = earlier.yields(of: summary.path) }
    facts.isSelection = summary.isSelection
    facts.statedRecords = summary.statedRecords
    facts.shownRecords = summary.records + summary.duplicates + summary.rejected
    facts.hasIgnored = !summary.ignored.isEmpty
    facts.isUndecided = !summary.undecided.isEmpty || !lostColumns.isEmpty
    facts.isRejectedWhole = summary.rejected > 0 && summary.records + summary.duplicates == 0
    self.facts = facts
  }

  /// The same source as one that may leave credentials out.
  var withUnknownGeneration: AuditedSource {
    var source = self
    source.facts.generation = .unknown
    return source
  }

  /// The same source as one that breaks off.
  func doubted(for reason: String) -> AuditedSource {
    var source = self
    source.facts.isTruncated = true
    source.doubt = reason
    return source
  }

  /// As memory has to know it; nil where the file has no kind, or was not read.
  var forMemory: ReadSource? {
    if summary.isSuperseded { return nil }
    return facts.kind.map { kind in
      var source = ReadSource(
        ordinal: facts.ordinal, path: facts.path, series: UndatedPath.of(facts.path), kind: kind,
        format: facts.format, sha256: summary.sha256, mapping: traits.mapping,
        capturedAt: facts.capturedAt, countsLines: traits.locators.countsLines, records: facts.records,
        firstTime: summary.firstTime, endsWhatItLacks: endsWhatItLacks,
        isWhole: !facts.isTruncated && !summary.rejectedNames.isFull
          && facts.rejected * 100 <= facts.records + facts.rejected,
        isRemembered: !facts.isUndecided)
      source.unfound = summary.unfound
      source.lastTime = summary.lastTime
      source.rejectedNames = summary.rejectedNames
      if traits.mode == .snapshot { source.snapshotEntry = traits.entry }
      return source
    }
  }

  /// Whether what it does not show counts no longer: of a whole file that the configuration calls a snapshot, and of
  /// which nothing is undecided.
  private var endsWhatItLacks: Bool {
    traits.mode == .snapshot && !facts.isTruncated && facts.rejected == 0 && !facts.isUndecided
  }

  /// Whether anything in it could be read; an export without accounts can.
  var isUsable: Bool {
    facts.kind != nil && !isUnrecognised && !summary.isSuperseded && summary.fileError == nil
      && (summary.records > 0 || summary.rejected == 0)
  }

  /// What is wrong with it, in a few words.
  var problem: String {
    summary.fileError ?? summary.supersededBy.map { "superseded by \($0)" }
      ?? (summary.kind == nil ? summary.why : summary.rejects.first.map { "\($0.locator): \($0.reason)" } ?? "")
  }

  /// What the gate has to know of it. What cannot be read counts whatever the audit needs.
  var forGate: Gate.Source {
    Gate.Source(
      path: facts.path,
      kinds: isUnrecognised && summary.fileError != nil ? [] : Set(EvidenceKind.allCases.filter(facts.mayHold)),
      records: Int(summary.records + summary.duplicates), rejected: facts.rejected,
      isTruncated: summary.isTruncated || lacksNextPage,
      problem: isLost
        ? summary.fileError ?? (facts.kind == .accounts ? "it is empty" : isUnrecognised ? whyUnrecognised : nil)
        : lacksNextPage ? "it names a next page that is not among the inputs" : doubt,
      undecided: summary.undecided, lostColumns: lostColumns)
  }

  /// Nil where the file may be anything: a file beside the evidence is no damage to it.
  private var whyUnrecognised: String? { facts.kind == nil ? nil : "it is not recognised: \(summary.why)" }

  /// Where the configuration says which of its records count; nil where it does not.
  var choice: String? { traits.choice }

  /// How many records it has, where the configuration leaves out all of them.
  var whollyLeftOut: Int? {
    let others = summary.records + summary.rejected + summary.duplicates
    guard choice != nil, summary.skipped > 0, others == 0, summary.ignored.isEmpty else { return nil }
    return Int(summary.skipped)
  }

  /// Where all records are left out because none has a column of `where`: those columns. The file is in another form
  /// than others of its entry.
  var unseenChoice: [String] { whollyLeftOut == nil ? [] : summary.filtersUnseen }

  /// Sheets of a workbook that were not read: sentences.
  var sheetsLeftOut: [String] { summary.sheetsLeftOut.map { "\(summary.path), \($0)." } }

  /// Where a record stands: `line 7`, `record 12`, or `file` for the source as a whole.
  func locator(_ place: Place) -> String {
    place.number == 0 ? "file" : traits.locators.text(place.number)
  }

  var forReport: Report.Source {
    Report.Source(
      path: facts.path, kind: facts.kind?.rawValue, format: facts.format, sha256: summary.sha256, bytes: summary.bytes,
      records: facts.records, rejected: facts.rejected, truncated: summary.isTruncated || lacksNextPage,
      capturedAt: facts.capturedAt,
      rejects: summary.rejects.map { Report.Reject(locator: $0.locator, reason: $0.reason) },
      capturedFrom: summary.capturedFrom.rawValue, skipped: Int(summary.leftOut), superseded: summary.isSuperseded)
  }
}
