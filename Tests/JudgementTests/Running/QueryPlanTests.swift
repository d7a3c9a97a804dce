import Evidence
import Foundation
import History
import Storage
import Testing
import Timestamps

@testable import Judgement

/// A rule that looks through a whole table for each row of another takes minutes where it should take milliseconds, and
/// no small case shows it.
@Suite struct QueryPlanTests {
  private func withViews(_ body: (Connection) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/audit.sqlite").path
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    try EvidenceStore(path: path).run(settings) { session, _ in
      try session.finish(sources: [])
      try body(session.database)
    }
  }

  @Test func noRuleScansALargeTableWithinALoop() throws {
    try withViews { database in
      for rule in try RuleBook.builtIn().rules {
        for sql in [rule.sql.text] + rule.witnessQueries.map(\.sql.text) {
          let scans = try QueryPlan.nestedScans(of: sql, in: database)
          #expect(scans.isEmpty, "\(rule.id)")
        }
      }
    }
  }

  @Test func theCheckFindsSuchAScan() throws {
    try withViews { database in
      let sql = "SELECT a.account FROM account a JOIN account b ON b.uid > a.uid"
      let scans = try QueryPlan.nestedScans(of: sql, in: database)
      #expect(!scans.isEmpty)
    }
  }
}
