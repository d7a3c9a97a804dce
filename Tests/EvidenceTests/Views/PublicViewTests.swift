import Foundation
import History
import Storage
import Testing
import Timestamps

@testable import Evidence

@Suite struct PublicViewTests {
  /// The views have the columns that are documented, in their order, and no others.
  @Test func viewsAreAsDocumented() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/audit.sqlite").path
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let settings = EvidenceSettings(
      project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    try EvidenceStore(path: path).run(settings) { session, _ in
      try session.finish(sources: [])
      for view in PublicView.all {
        let columns = try session.database.all(
          sql: "SELECT name FROM pragma_table_info(?)", arguments: [view.name]
        ) { $0.text(0) }
        #expect(columns == view.columns.map(\.name), "\(view.name)")
      }
    }
  }

  /// They are read while the file of other evidence is being written.
  @Test func viewsOfAccountsReadNothingElse() throws {
    let views = PublicView.all.filter { PublicView.ofAccounts.contains($0.name) }
    #expect(views.map(\.name) == ["account", "credential", "repeated_name"])
    for view in views { #expect(!view.sql.contains("evidence."), "\(view.name)") }
  }
}
