import Reporting

extension Report {
  /// Names the run and the form of its report: a report from which a person was removed since is another edition.
  ///
  /// - Parameter sha256: of the report; nil where the ledger has none.
  func edition(sha256: String?) -> String { "\(run.id) \(sha256 ?? "")" }

  /// - Parameter paths: of files beside the report's that may be of another run.
  /// - Returns: none where there is no file, else a sentence.
  static func notices(ofStrangers paths: [String]) -> [String] {
    guard !paths.isEmpty else { return [] }
    let (it, them) = paths.count == 1 ? ("is", "it") : ("are", "them")
    return [
      """
      \(paths.joined(separator: ", ")) \(it) not of this report, and may be of an earlier one: nothing shows that this \
      program wrote \(them), so \(them == "it" ? "it stays" : "they stay"); remove \(them), or name another folder
      """
    ]
  }
}
