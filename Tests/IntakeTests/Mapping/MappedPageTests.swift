import Evidence
import Intake
import Testing

/// An object with a list may be a page of records, or a record that has a list.
@Suite struct MappedPageTests {
  private static let settings = SourceSettings(kind: .deletions, columns: ["uid": "id"])

  private func requests(_ text: String, _ settings: SourceSettings = settings) throws -> [String] {
    try read(text, settings: settings).sink.records.compactMap { record in
      if case .deletion(let request) = record { request.requestID } else { nil }
    }
  }

  @Test(arguments: ["items", "users", "requests", "Users", "userInfo"])
  func aRecordWithAListOfItsOwnIsNoPage(key: String) throws {
    func record(_ number: Int, _ list: String) -> String {
      #"{"id":"u\#(number)","request_id":"r\#(number)","requested_at":1767225600,"\#(key)":[\#(list)]}"#
    }
    let lists = ["", #"{"id":"i1","price":3}"#, #""a","b""#]
    for list in lists {
      let (one, two) = (record(1, list), record(2, ""))
      let plain = #"{"id":"u3","request_id":"r3","requested_at":1767225600}"#
      #expect(try requests(one) == ["r1"], "\(one)")
      for text in ["\(one)\n\(two)\n\(plain)\n", "[\(one),\(two),\(plain)]", "[\n\(one),\n\(two),\n\(plain)\n]\n"] {
        #expect(try requests(text) == ["r1", "r2", "r3"], "\(text)")
      }
      #expect(try requests("\(plain)\n\(one)\n") == ["r3", "r1"], "\(one)")
    }
  }

  @Test func aPathIntoTheListMakesARecordOfTheObject() throws {
    let text = #"{"request_id":"r1","requested_at":1767225600,"users":[{"uid":"u1"}]}"#
    #expect(try requests(text, SourceSettings(kind: .deletions, columns: ["uid": "users.0.uid"])) == ["r1"])
  }

  @Test(arguments: ["items", "requests"])
  func pagesArePages(key: String) throws {
    let inner = #"{"id":"u1","request_id":"r1","requested_at":1767225600}"#
    let page = #"{"id":"p1","total":1,"\#(key)":[\#(inner)],"nextPageToken":"x"}"#
    for text in [page, "[\(page)]", "\(page)\n\(page)\n"] {
      let found = try requests(text)
      #expect(Set(found) == ["r1"], "\(text)")
      #expect(try read(text, settings: Self.settings).summary.undecided.isEmpty, "\(text)")
    }
    #expect(try requests(#"{"\#(key)":[]}"#).isEmpty)
  }

  /// Its kind is all that a page of our own records needs.
  @Test func aPageOfAKindNeedsNoMapping() throws {
    let page = #"{"requests":[{"uid":"u1","request_id":"r1","requested_at":1767225600}],"total":1}"#
    #expect(try requests(page, SourceSettings(kind: .deletions)) == ["r1"])
  }

  @Test(arguments: [
    (#""state":"refused""#, ["state"]), (#""granted":false"#, ["granted"]), (#""status":"ok""#, []),
    (#""status":200"#, []), (#""result":"Success""#, []), (#""count":1,"next":null"#, []), (#""status":null"#, []),
    (#""valid_until":"2026-02-01T00:00:00Z""#, ["valid_until"]), (#""consent":{"granted":false}"#, ["consent"]),
  ])
  func whatPagesDecideIsNamed(field: String, undecided: [String]) throws {
    let inner = #"{"who":"u1","purpose":"p","given_at":1767225600}"#
    var settings = SourceSettings(kind: .consents, columns: ["uid": "who"])
    for text in [#"{\#(field),"items":[\#(inner)]}"#, #"{"items":[\#(inner)],\#(field)}"#] {
      let result = try read(text, settings: settings)
      #expect(result.summary.records == 1 && result.summary.undecided == undecided, "\(text)")
    }
    settings.record.ignored = undecided
    let text = #"{\#(field),"items":[\#(inner)]}"#
    #expect(try read(text, settings: settings).summary.undecided.isEmpty)
  }
}
