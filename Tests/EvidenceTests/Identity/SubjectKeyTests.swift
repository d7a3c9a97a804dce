import Testing

@testable import Evidence

@Suite struct SubjectKeyTests {
  @Test(arguments: [
    ("ABC@Example.COM", "abc@example.com"),
    (" someone.with.a.long.name@privaterelay.appleid.com\n", "Someone.With.A.Long.Name@PrivateRelay.AppleID.com"),
    ("[Z]@{z}.example", "[z]@{z}.EXAMPLE"), ("\u{C9}LAN@Example.com", "\u{C9}lan@example.com"), ("", " "),
  ])
  func spellingsOfOneAddressHaveOneKey(left: String, right: String) {
    #expect(SubjectKey(email: left) == SubjectKey(email: right))
    #expect(SubjectKey.hashed(email: left) == SubjectKey.hashed(email: right))
  }

  @Test func lettersBeyondASCIIKeepTheirCase() {
    #expect(SubjectKey(email: "\u{C9}lan@example.com") != SubjectKey(email: "\u{E9}lan@example.com"))
    #expect(SubjectKey.hashed(email: "\u{C4}@example.com") != SubjectKey.hashed(email: "\u{E4}@example.com"))
    // SHA-256 of the address's UTF-8 bytes, its capital umlaut included.
    #expect(
      SubjectKey.hashed(email: " \u{C4}B@Example.com ")
        == SubjectKey(emailSHA256: "e4484d2cfef2885a8d91708e59012ce1f00b094aadf9d3f190c91259c5de1043"))
    #expect(NormalText.host(ofEmail: "a@B\u{C4}R.example") == "b\u{C4}r.example")
  }

  @Test func onlyLettersAreLowered() {
    // Neighbours of the letters in ASCII: they differ in the same bit.
    for (left, right) in [("@", "`"), ("[", "{"), ("\\", "|"), ("]", "}"), ("^", "~"), ("0", "P")] {
      #expect(SubjectKey(email: left) != SubjectKey(email: right), "\(left) \(right)")
    }
  }

  @Test func otherTextsAndOtherKindsHaveOtherKeys() {
    var keys: Set<UInt64> = []
    let texts =
      (0..<20_000).map { "user\($0)@example.com" } + [
        "", "a", "ab", "ba", "a\u{0}", String(repeating: "a", count: 8), String(repeating: "a", count: 9),
      ]
    for text in texts {
      keys.formUnion([SubjectKey(uid: text).bits, SubjectKey(appleSub: text).bits, SubjectKey(email: text).bits])
    }
    #expect(keys.count == texts.count * 3)
  }

  @Test func aNumberIsItsDigits() {
    #expect(SubjectKey(phone: "+1 (555) 01-00") == SubjectKey(phone: "+15550100"))
    #expect(SubjectKey(phone: "+15550100") != SubjectKey(phone: "+15550101"))
  }

  /// Its digits are not those of the number.
  @Test func aDecimalNumberNamesNobody() {
    for phone in ["15550101.0", "+15550101.000", "1.55501E+07", "1.5550101e7", "155501E+02"] {
      #expect(SubjectKey.named(phone: phone) == nil, "\(phone)")
    }
    for phone in ["15550100", "+1.555.010.0000", "555.010.0123", "1555010.", "0015550100", "+1 555 0100 tel"] {
      #expect(SubjectKey.named(phone: phone) != nil, "\(phone)")
    }
  }

  /// As `sha256sum` gives it.
  @Test func anAddressIsKnownByItsHash() {
    let hash = "973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b"
    #expect(SubjectKey.hashed(email: " Test@Example.com") == SubjectKey(emailSHA256: hash.uppercased()))
  }
}
