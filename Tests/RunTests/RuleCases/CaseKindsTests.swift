import Evidence
import Testing

@testable import Run

@Suite struct CaseKindsTests {
  /// Accounts have keys of their own, and logs are given as they stand, under `inputs`.
  @Test func aCaseMayGiveRecordsOfEveryKind() throws {
    let others: Set<EvidenceKind> = [.accounts, .logs]
    let kinds = EvidenceKind.allCases.filter { !others.contains($0) }.map(\.rawValue)
    #expect(Set(RuleCaseFile.evidenceKinds) == Set(kinds))
    let records = kinds.map { "\n    \($0): [{uid: \"u\"}]" }.joined()
    let cases = try RuleCaseFile.read("cases:\n  - name: all\(records)\n    expect: []\n", file: "all.cases.yaml")
    #expect(cases.map { Set($0.lastNight.evidence.keys) } == [Set(kinds)])
  }
}
