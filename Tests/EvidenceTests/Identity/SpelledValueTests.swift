import Testing

@testable import Evidence

@Suite struct SpelledValueTests {
  @Test(arguments: [
    ("+5555550196", true), ("+05555550196", true), ("+15555550196", true), ("+1******0196", true), ("***0196", true),
    ("(555) ***-0196", true), ("+1555*******", true), ("…0196", true), ("####0196", true), ("+1******0194", false),
    ("+44*****0196", false), ("+5555550194", false), ("+155555501960", false), ("+25555550196", false),
  ])
  func aNumberIsTheOneThatItMayBe(spelling: String, may: Bool) throws {
    let value = try #require(SpelledValue(spelling, isPhone: true))
    #expect(value.mayBe("+15555550196", isPhone: true) == may)
  }

  @Test(arguments: [
    ("r***@example.com", true), ("R•••l@example.com", true), ("***@example.com", true),
    ("r…@example.com", true),
    ("s***@example.com", false), ("r***@example.org", false), ("real***l@example.com", false),
  ])
  func anAddressIsTheOneThatItMayBe(spelling: String, may: Bool) throws {
    #expect(try #require(SpelledValue(spelling, isPhone: false)).mayBe("real@example.com", isPhone: false) == may)
  }

  @Test func aValueWithOneSpellingHasNone() {
    #expect(SpelledValue("real@example.com", isPhone: false) == nil)
    #expect(SpelledValue("***", isPhone: true) == nil)
    #expect(SpelledValue("n/a", isPhone: true) == nil)
    #expect(SpelledValue("550196", isPhone: true) == nil)
    #expect(SpelledValue("550196", isPhone: true, leastDigits: 4) != nil)
    #expect(SpelledValue("u1@example.com", isPhone: true) == nil)
    #expect(SpelledValue("***0196", isPhone: false) == nil)
  }
}
