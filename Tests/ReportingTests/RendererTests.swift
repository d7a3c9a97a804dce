import Foundation
import Testing

@testable import Reporting

@Suite struct RendererTests {
  @Test func namesAndFilesAreUnique() {
    #expect(Set(ReportRenderers.all.map(\.name)).count == ReportRenderers.all.count)
    #expect(Set(ReportRenderers.all.map(\.file)).count == ReportRenderers.all.count)
  }

  @Test func everyRendererWritesTheFileThatItNames() {
    for renderer in ReportRenderers.all {
      #expect(renderer.files(of: Fixture.small).first?.name == renderer.file, "\(renderer.name)")
    }
  }

  @Test func aFormatIsChosenByItsName() throws {
    for name in ReportRenderers.names { #expect(try ReportRenderers.named([name]).map(\.name) == [name]) }
    #expect(try ReportRenderers.named(["json", "html", "json"]).map(\.name) == ["html", "json"])
    for names in [["pdf"], ["html", "pdf"], ["HTML"], [""], [], ["flagged-accounts"]] {
      #expect(throws: FormatError.self, "\(names)") { try ReportRenderers.named(names) }
    }
  }

  /// The stream of a run and the file of a report that holds all accounts are one file.
  @Test func flaggedAccountsAreTheSameStreamedAndRendered() throws {
    try Fixture.withFolder { folder in
      let output = try ReportFolder(path: folder.path)
      try FlaggedAccountsCSV().stream(to: output) { row in
        for account in Fixture.accounts { try row(account) }
      }
      try output.commit()
      let streamed = try Data(contentsOf: folder.appending(path: "flagged-accounts.csv"))
      try Fixture.write(Fixture.small, to: folder)
      #expect(try Data(contentsOf: folder.appending(path: "flagged-accounts.csv")) == streamed)
    }
  }

  @Test func anIncompleteListOfFlaggedAccountsIsNoFile() {
    var report = Fixture.small
    report.flagged = Fixture.flagged(
      Array(repeating: Fixture.accounts[0], count: FlaggedAccounts.limit + 1))
    #expect(report.flagged?.count == FlaggedAccounts.limit + 1)
    #expect(report.flagged?.first.count == FlaggedAccounts.limit)
    #expect(FlaggedAccountsCSV().files(of: report).isEmpty)
  }
}
