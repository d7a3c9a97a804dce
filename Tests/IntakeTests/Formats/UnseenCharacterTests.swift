import Evidence
import Testing

@testable import Intake

/// Characters at the ends of names and values that nobody sees.
@Suite struct UnseenCharacterTests {
  @Test(arguments: ["\u{A0}", "\u{FEFF}", "\u{200B}", " \u{A0}\t\u{200E} ", "\u{3000}"])
  func areNoPartOfTitlesAndValues(space: String) throws {
    let text = """
      uid,purpose,given_at,state,identifier\(space)
      u1\(space),\(space)link:phone,1767225600,withdrawn\(space),+15550101
      """
    for text in [text, "\u{FEFF}\(space)" + text, text.replacing("identifier", with: "Identifier")] {
      let result = try read(text)
      let consent = try #require(result.sink.consents.first, "\(result.summary.rejects)")
      #expect(consent.subject.uid == "u1" && consent.purpose == "link:phone")
      #expect(consent.state == .withdrawn && consent.identifier == "+15550101")
      #expect(result.summary.columnsIgnored.isEmpty)
    }
  }

  @Test func jsonIsReadTheSame() throws {
    let result = try read(#"{"uid":"\#u{A0}u1","purpose":"p\u200b","given_at":1767225600,"identifier":"\ufeff"}"#)
    #expect(result.sink.consents.map(\.subject.uid) == ["u1"])
    #expect(result.sink.consents.map(\.purpose) == ["p"])
    #expect(result.sink.consents.map(\.identifier) == [nil])
  }

  @Test func severalMarksBeforeATextAreNone() throws {
    let marks = "\u{FEFF}\u{FEFF}\u{FEFF}"
    for text in [
      #"{"uid":"u1","purpose":"p","given_at":1767225600}"#, "\"uid\",\"purpose\",\"given_at\"\nu1,p,1767225600\n",
    ] {
      for chunk in [1 << 16, 1] {
        let result = try read(marks + text) { $0.chunkSize = chunk }
        #expect(result.sink.consents.map(\.subject.uid) == ["u1"], "\(result.summary.rejects)")
      }
    }
  }
}
