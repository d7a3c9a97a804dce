import Foundation
import Testing

@testable import Run

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain, “quoted”, naïve, 日本語, 👩‍👩‍👧, می‌خواهم\t.", "plain, “quoted”, naïve, 日本語, 👩‍👩‍👧, می‌خواهم\t."),
    ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\nb\r\u{0}", "a\\u{a}b\\u{d}\\u{0}"), ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"),
    ("\u{2028}\u{202E}\u{2066}\u{200F}", "\\u{2028}\\u{202e}\\u{2066}\\u{200f}"), ("\u{E0041}", "\\u{e0041}"),
  ])
  func whatATerminalWouldObeyIsAnEscape(text: String, expected: String) {
    #expect(VisibleText.line(text) == expected)
  }

  @Test func jsonKeepsItsMeaning() throws {
    let text = "a\u{9B}\u{202E}\u{E0041}é"
    let json = "[\n\"\(text)\"]"
    let visible = VisibleText.json(json)
    #expect(visible == "[\n\"a\\u009b\\u202e\\udb40\\udc41é\"]")
    #expect(try JSONDecoder().decode([String].self, from: Data(visible.utf8)) == [text])
  }
}
