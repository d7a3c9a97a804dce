import Testing

@testable import Run

@Suite struct NameScrubberTests {
  private let scrubber = NameScrubber([
    "jane.doe", "jane.doe@example.com", "u17", "+15550100", "users", "b4d5f6a7", "qwertzuiopasdfgh",
  ])

  @Test(arguments: [
    ("The consent of jane.doe is on paper.", "The consent of … is on paper."),
    ("Jane.Doe@Example.com asked, and JANE.DOE again", "… asked, and … again"),
    ("call +15550100.", "call …."),
    // A part of another word is another word.
    ("+155501001 and xjane.doe and jane.does", "+155501001 and xjane.doe and jane.does"),
    // Too short to tell.
    ("u17 and u171", "u17 and u171"),
    ("jane.doe jane.doe,jane.doe", "… …,…"),
    ("", ""), ("…", "…"),
  ])
  func texts(text: String, scrubbed: String) {
    #expect(scrubber.scrub(text) == scrubbed)
  }

  /// However it is spelt. A number that goes on, or that nothing tells from a date, is another.
  @Test(arguments: [
    ("call +1 (555) 010-7777.", "call …."), ("0015550107777", "…"), ("tel:15550107777;", "tel:…;"),
    ("(1) 555/010.7777", "…"), ("+1 555 010 77771", "+1 555 010 77771"), ("915550107777", "915550107777"),
    ("15 55 01 00", "15 55 01 00"), ("+15 55 01 00", "…"), ("+1555-0107777 +15550107777", "… …"),
    ("+1 555 ---- 0107777", "+1 555 ---- 0107777"), ("Ä+15550107777ß", "Ä…ß"),
  ])
  func numbers(text: String, scrubbed: String) {
    let scrubber = NameScrubber(["+15550107777", "+15550100", "+12345"])
    #expect(scrubber.scrub(text) == scrubbed)
    #expect(scrubber.scrub(path: text) == scrubbed)
  }

  /// In a path only what looks like nothing but a name goes.
  @Test(arguments: [
    ("in/users.json", "in/users.json"), ("in/b4d5f6a7.json", "in/….json"),
    ("in/jane.doe@example.com/users.json", "in/…/users.json"), ("in/jane.doe.json", "in/jane.doe.json"),
    ("in/JANE.DOE@example.com.json", "in/….json"), ("in/qwertzuiopasdfgh.json", "in/….json"),
  ])
  func paths(path: String, scrubbed: String) {
    #expect(scrubber.scrub(path: path) == scrubbed)
  }
}
