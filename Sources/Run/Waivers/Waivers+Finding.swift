import Judgement
import Reporting

extension Waivers.Finding {
  /// - Parameter account: of a carried finding. Its report may mask the uid, so the account is asked for it.
  /// - Throws: `StorageError`.
  init(_ finding: Report.Finding, account: Int64? = nil, among people: any RunPeople) throws {
    self.init(
      id: finding.id, rule: finding.rule,
      uid: try account.flatMap(people.uid) ?? finding.subject.uid,
      object: finding.object)
  }
}
