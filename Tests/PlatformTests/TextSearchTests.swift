import Foundation
import Platform
import Testing

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("Jo@Example.com", "to jo@example.COM.", true), ("jo@example.com", "jo@example.co", false), ("Ä", "ä", false),
    ("Ä", "…Ä", true), ("", "x", false), ("x", "", false),
  ])
  func itIsFoundWhateverItsCase(text: String, bytes: String, isThere: Bool) {
    #expect(TextSearch([text]).isThere(in: Data(bytes.utf8)) == isThere)
    #expect(TextSearch(["nowhere", text]).isThere(in: Data(bytes.utf8)) == isThere)
    #expect(TextSearch([text]).isThere(in: bytes) == isThere)
  }
}
