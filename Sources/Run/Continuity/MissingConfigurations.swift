import Evidence
import History
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Whether a finding is about a configuration of the sign-in provider whose file is missing tonight.
///
/// Each tenant may have a file of its own, and no other evidence shows what such a file says. A configuration is
/// missing where the file that the finding cites is not among tonight's, and tonight's have fewer configurations than
/// the run that judged it: files may have got other names.
struct MissingConfigurations {
  /// Without dates.
  private let paths: Set<String>
  private let count: Int
  private let before: RunBefore
  private let store: Connection

  /// - Parameter sources: of this run.
  init(_ sources: [SourceFacts], before: RunBefore, store: Connection) {
    let configurations = sources.filter { $0.kind == .providerConfig }
    paths = Set(configurations.map { UndatedPath.of($0.path) })
    count = configurations.reduce(0) { $0 + $1.records }
    self.before = before
    self.store = store
  }

  /// - Parameters:
  ///   - finding: of a rule that judges configurations and that this run has not judged again.
  ///   - report: the run before's.
  func include(_ finding: OpenFinding, in report: () throws -> Report) throws -> Bool {
    guard let run = finding.judgedIn ?? before.run?.number,
      try count < RunHistory.records(of: .providerConfig, readBy: run, in: store)
    else { return false }
    let cited = try report().findings.first { $0.id == finding.id }?.evidence ?? []
    return !cited.contains { paths.contains(UndatedPath.of($0.source)) }
  }
}
