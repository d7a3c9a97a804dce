import Evidence
import Foundation
import History
import Testing

@testable import Run

@Suite struct UserErrorTests {
  @Test(arguments: [
    (StoreError.inUse(path: "s"), UserError.Status.storeInUse), (.unreadable(path: "s", cause: "c"), .unusableData),
    (.cannotWrite(path: "s", cause: "c"), .cannotWrite), (.full(path: "s"), .cannotWrite),
    (.forbidden(path: "s", cause: "c"), .unusableData),
    (.tooNew(path: "s", tool: nil, schema: "99", known: "11"), .unusableData),
  ])
  func anErrorOfTheStoreNamesTheStore(error: StoreError, status: UserError.Status) throws {
    let mistake = try #require(UserError(error as any Error))
    #expect(mistake.status == status)
    #expect(mistake.description.contains("the store s"))
  }

  /// Whoever moves a whole store away loses the nights before.
  @Test func aStoreThatTheUserMayNotReadIsNotCalledDamaged() throws {
    let mistake = try #require(UserError(StoreError.forbidden(path: "s", cause: "c") as any Error))
    #expect(mistake.remedy == "check the owner and the permissions of the file and of its folder")
  }

  @Test func aMistakeInAFileIsUsage() {
    let error = ConfigurationError(file: "a.yaml", line: 3, problem: "`x` is unknown")
    #expect(UserError(error as any Error) == UserError(.usage, "a.yaml:3: `x` is unknown"))
  }

  @Test func aDescriptionEndsWithTheRemedy() {
    #expect(UserError(.usage, "there is no x", remedy: "name one").description == "there is no x; name one")
    #expect(UserError(.usage, "there is no x").description == "there is no x")
  }

  /// Otherwise a crash would look like the user's doing.
  @Test func anyOtherErrorIsADefect() {
    struct Unforeseen: Error {}
    #expect(UserError(Unforeseen()) == nil)
    #expect(UserError(CocoaError(.fileNoSuchFile)) == nil)
  }

  @Test func aDamagedReportInTheStoreIsUnusableData() {
    #expect { try StoredReport.read(Data("not gzip".utf8)) } throws: { ($0 as? UserError)?.status == .unusableData }
  }
}
