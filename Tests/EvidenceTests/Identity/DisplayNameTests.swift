import Testing

@testable import Evidence

@Suite struct DisplayNameTests {
  private func identifies(_ name: String, uid: String = "uid-4711", addresses: [String] = []) -> Bool {
    let texts = TextArena()
    return withExtendedLifetime(texts) {
      DisplayName.identifies(texts.copy(name), uid: texts.copy(uid), addresses: addresses.map { texts.copy($0) })
    }
  }

  @Test(arguments: ["Jo Example", "JO", "jo.example@example.com", "Ζωή", "王", "Guesta", "Jo 4711"])
  func namesOfPersons(name: String) {
    #expect(identifies(name))
  }

  @Test(arguments: [
    "Apple User", "apple-user", "Guest 4711", "User", "Anonymous", "N/A", "null null", "J", "4711", "...", "・・・", "🙂",
    "uid-4711", "User uid-4711", "Deleted user #12", "7f9c2ba4-1111-4222-8333-aaaabbbbcccc",
    "9F86D081884C7D659A2FEAA0C55AD015",
  ])
  func namesOfNobody(name: String) {
    #expect(!identifies(name))
  }

  @Test func aNameMadeOfAnAddressSaysNoMore() {
    #expect(!identifies("Jo.Doe@Example.com", addresses: ["jo.doe@example.com"]))
    #expect(!identifies("jo.doe", addresses: ["other@example.com", "Jo.Doe@example.com"]))
    #expect(identifies("jo.do", addresses: ["jo.doe@example.com"]))
    #expect(identifies("jo.doe@example", addresses: ["jo.doe@example.com"]))
  }

  @Test func aShortUidMayBePartOfAName() {
    #expect(identifies("Joanna", uid: "anna"))
    #expect(!identifies("anna", uid: "anna", addresses: ["anna@example.com"]))
  }
}
