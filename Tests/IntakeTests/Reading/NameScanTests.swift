import Evidence
import Testing

@testable import Intake

/// Whom a rejected record names, where that can still be read.
@Suite struct NameScanTests {
  private typealias Name = RejectedNames.Name

  /// Beside 150 whole records, so that the share of rejects stays small.
  private func names(_ record: String, beside whole: String, header: String = "", settings: SourceSettings = .init())
    throws -> Set<RejectedNames.Name>
  {
    let text = header + Array(repeating: whole, count: 150).joined() + record
    let summary = try read(text, settings: settings).summary
    #expect(summary.rejected == 1, "\(summary.rejects)")
    return summary.rejectedNames.names
  }

  private let call = "{\"uid\":\"u9\",\"at\":1767225600,\"endpoint\":\"apple\",\"http_status\":200}\n"

  @Test(arguments: [
    (#"{"uid":"u1","at":"soon","endpoint":"apple"}"#, [Name.uid("u1")]),
    (#"{"uid":17,"at":"soon","endpoint":"apple"}"#, [.uid("17")]),
    (#"{"at":1767225600,"endpoint":"orange","email":"A@example.com"}"#, [.email("A@example.com")]),
    (#"{"at":1767225600,"endpoint":"orange","phone":"+15550101"}"#, [.phone("+15550101")]),
    (#"{"at":"soon","request_id":"r1"}"#, [.request("r1")]),
    (#"{"at":"soon","apple_sub":"001.\u0061.1"}"#, [.appleSub("001.a.1")]),
    // No JSON at all.
    (#"{"uid":"u1","at":1767225600,"endpoint":apple}"#, [.uid("u1")]),
    (#"{"uid":"u1","at":1767225600"#, [.uid("u1")]),
    // A person named in an object within.
    (#"{"at":"soon","endpoint":"apple","user":{"userId":"u1"}}"#, [.uid("u1")]),
    (#"{"at":"soon","endpoint":"apple"}"#, []),
  ])
  func ofOwnRecords(record: String, expected: [RejectedNames.Name]) throws {
    #expect(try names(record + "\n", beside: call) == Set(expected))
  }

  @Test func ofRowsWhateverTheirWidth() throws {
    let header = "customer,at,endpoint,http_status\n"
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "customer"])
    for row in [
      "u1,soon,apple,200\n", "u1,1767225600,apple\n", "u1,1767225600,apple,200,more\n", "u1,\"a\"b,apple,200\n",
    ] {
      let found = try names(row, beside: "u9,1767225600,apple,200\n", header: header, settings: settings)
      #expect(found == [.uid("u1")], "\(row)")
    }
  }

  @Test func ofLogs() throws {
    let whole =
      #"{"logName":"l","timestamp":"2026-10-01T00:00:00Z","insertId":"i","jsonPayload":{"uid":"u9","url":"https://appleid.apple.com/auth/revoke","status":200}}"#
      + "\n"
    let record = whole.replacing("u9", with: "u1").replacing("2026-10-01T00:00:00Z", with: "soon")
    #expect(try names(record, beside: whole) == [.uid("u1")])
    let deletion =
      #"{"logName":"l","timestamp":"2026-10-01T00:00:00Z","insertId":"i","jsonPayload":{"methodName":"google.cloud.identitytoolkit.v1.AccountManagementService.BatchDeleteAccounts","request":{"localIds":["u1","u2"]},"response":{"errors":[{"index":"first"}]}}}"#
      + "\n"
    #expect(try names(deletion, beside: whole) == [.uid("u1"), .uid("u2")])
  }

  @Test func ofSpans() throws {
    func span(_ uid: String, _ time: String) -> String {
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c","endTimeUnixNano":"\#(time)","attributes":[{"key":"enduser.id","value":{"stringValue":"\#(uid)"}},{"key":"url.full","value":{"stringValue":"https://appleid.apple.com/auth/revoke"}}]}]}]}]}"#
        + "\n"
    }
    #expect(try names(span("u1", "soon"), beside: span("u9", "1790812800000000000")) == [.uid("u1")])
  }

  @Test func ofOneInAHundredAtMost() throws {
    let rejected = "{\"uid\":\"u1\",\"at\":\"soon\",\"endpoint\":\"apple\"}\n"
    let summary = try read(Array(repeating: call, count: 98).joined() + rejected).summary
    #expect(summary.rejected == 1)
    #expect(summary.rejectedNames.isEmpty)
  }
}
