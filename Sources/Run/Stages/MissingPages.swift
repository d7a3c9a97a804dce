import Evidence
import Intake

/// Finds sources of accounts that name a page which follows and is not among the inputs: a list that an interface gave
/// page by page, and of which somebody saved a part.
enum MissingPages {
  /// - Parameter sources: all sources of a run.
  static func sources(of sources: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> Set<SourceOrdinal> {
    let pages = sources.filter { $0.summary.kind == .accounts && !$0.summary.isSuperseded }
    return Dictionary(grouping: pages) { family($0.summary.format ?? "") }.values
      .reduce(into: []) { $0.formUnion(open($1)) }
  }

  /// Nothing but its last page tells that a list is whole. Each tenant has a list of its own, and a last page without
  /// accounts may end any.
  private static func open(_ pages: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [SourceOrdinal] {
    let ended = Set(pages.filter { $0.summary.lastPages > 0 }.compactMap(\.summary.tenantOfPages))
    let empty = pages.filter { $0.summary.tenantOfPages == nil }.reduce(0) { $0 + $1.summary.lastPages }
    let open = pages.filter { page in
      page.summary.pagesNamingNext > 0 && page.summary.tenantOfPages.map { !ended.contains($0) } ?? ended.isEmpty
    }
    return Set(open.map(\.summary.tenantOfPages)).count <= empty ? [] : open.map(\.ordinal)
  }

  /// A last page lacks what tells Identity Toolkit's pages from the exports of other tools.
  private static func family(_ format: String) -> String {
    ["identity-toolkit-json", "firebase-emulator-json", "firebase-cli-json"].contains(format) ? "firebase" : format
  }
}
