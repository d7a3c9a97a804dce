import Evidence
import Testing

@testable import Intake

/// Tables whose lines end in carriage returns alone.
@Suite struct BareReturnTests {
  @Test(arguments: [
    "uid,request_id,requested_at\ru1,r-1,1767225600\r", "uid;request_id;requested_at\r\"u1\";r-1;1767225600",
    "\"uid\",\"request_id\",\"requested_at\"\r\"u1\",\"r-1\",\"1767225600\"\r",
    "uid,request_id,requested_at,note\ru1,r-1,1767225600,\"a\nb\"\r",
    "uid,request_id,requested_at,\"a \"\"b\"\" c\"\ru1,r-1,1767225600,x\r",
    "uid,request_id,requested_at\ru1,r-1,1767225600\ru2,r-2,1767225600\r\n",
  ])
  func areRefused(text: String) throws {
    for chunk in [1 << 16, 7] {
      let result = try read(text) {
        $0.chunkSize = chunk
        $0.recordSizeLimit = 40
      }
      #expect(result.summary.kind == .deletions && result.summary.records == 0)
      #expect(result.summary.fileError == BareReturn.reason)
      #expect(result.summary.rejects == [Reject(locator: "file", reason: BareReturn.reason)])
    }
  }

  @Test(arguments: [
    "uid,purpose,given_at,note\nu1,p,1767225600,\"a\rb\"\n",
    "uid,purpose,given_at,note\r\nu1,p,1767225600,\"a\rb\"\r\n",
    "uid,purpose,given_at,note\r\r\nu1,p,1767225600,\"a\rb\"\r\r\n",
    "\"uid\",\"purpose\",\"given_at\",\"note\"\nu1,p,1767225600,\"a\rb\"",
  ])
  func mayStandInQuotesAndBeforeLineFeeds(text: String) throws {
    let result = try read(text)
    #expect(result.summary.fileError == nil && result.summary.rejects.isEmpty)
    #expect(result.sink.consents.map { $0.detail["note"] } == ["a\rb"])
  }

  @Test func mayEndAHeaderWithoutRows() throws {
    #expect(try read("uid,purpose,given_at\r").summary.rejects.isEmpty)
    #expect(try read("uid,purpose,given_at,\"a\rb\"\nu1,p,1767225600,x\n").summary.records == 1)
  }

  /// Programs that show their progress write them.
  @Test func mayStandInATextLog() throws {
    var settings = SourceSettings(kind: .revocations)
    settings.record.pattern = #"^(?<at>\d{10}) (?<uid>\w+)"#
    let result = try read("10 %\r20 %\r30 %\n1767225600 u1\n", settings: settings)
    #expect(result.summary.records == 1 && result.summary.skipped == 1 && result.summary.fileError == nil)
  }
}
