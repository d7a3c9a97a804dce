import Testing

@testable import Evidence

/// One value has one form, however address books and spreadsheets write it.
@Suite struct LinkedValueTests {
  @Test(arguments: [
    "+15550101", "tel:+15550101", "TEL:+1-555-0101", "'+15550101", "\u{202A}+15550101\u{202C}", "+1\u{A0}555\u{A0}0101",
    " +1 (555) 0101", "00 1 555 0101",
  ])
  func aNumberHasOneForm(text: String) { #expect(LinkedValue.normal(text) == "+15550101") }

  @Test(arguments: ["u1@example.com", " U1@Example.com", "\u{200B}u1@example.com"])
  func anAddressHasOneForm(text: String) { #expect(LinkedValue.normal(text) == "u1@example.com") }

  /// Ids are what they are.
  @Test(arguments: ["001.abc.1", "'abc", "tél", "12345678901", "uuid-1"])
  func anIDStays(text: String) { #expect(LinkedValue.normal(text) == text) }
}
