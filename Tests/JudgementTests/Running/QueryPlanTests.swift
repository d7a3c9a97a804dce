import Evidence
import Foundation
import GRDB
import Testing
import Timestamps

@testable import Judgement

/// A rule that looks through a whole table for each row of another takes minutes where it should take milliseconds, and
/// no small case shows it.
@Suite struct QueryPlanTests {
  /// These have a handful of rows a run, by their names and by the names that the rules give them.
  private static let small = ["source_fact", "coverage_fact", "run_context", "SCAN temp.auth_domain_data", "SCAN temp.relay_sender_data", "SCAN e", "SCAN v", "SCAN k"]

  /// What a plan scans although something large is gone through around it already.
  private func nestedScans(_ sql: String, _ database: Database) throws -> [String] {
    let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql.replacing(/:\w+/, with: "0"))")
    var loops: Set<Int> = []
    var found: [String] = []
    for row in rows {
      let (parent, detail): (Int, String) = (row["parent"], row["detail"])
      guard detail.hasPrefix("SCAN") || detail.hasPrefix("SEARCH") else { continue }
      if Self.small.contains(where: { detail == $0 || detail.contains($0 + " ") }) { continue }
      if detail.hasPrefix("SCAN"), loops.contains(parent) { found.append(detail) }
      loops.insert(parent)
    }
    return found
  }

  private func withViews(_ body: (Database) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/audit.sqlite").path
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    try EvidenceStore(path: path).run(settings) { session in
      try session.finish(sources: []) { _, pass in try pass() }
      try body(session.database)
    }
  }

  @Test func noRuleScansALargeTableWithinALoop() throws {
    try withViews { database in
      for rule in try RuleBook.builtIn().rules {
        let scans = try nestedScans(rule.sql, database)
        #expect(scans.isEmpty, "\(rule.id)")
      }
    }
  }

  @Test func theCheckFindsSuchAScan() throws {
    try withViews { database in
      let sql = "SELECT a.account FROM account a JOIN account b ON b.uid > a.uid"
      let scans = try nestedScans(sql, database)
      #expect(!scans.isEmpty)
    }
  }
}
