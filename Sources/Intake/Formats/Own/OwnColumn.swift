import Evidence

/// A column of our own formats, declared once: how a mapping reads it, and how the documentation describes it.
package struct OwnColumn: Sendable {
  package let name: String
  package let type: ColumnType
  /// Sentences, in which backticks are the only markup.
  package let meaning: String
  /// A value as it may stand in a file.
  package let example: String
  /// Its text is only shown, and no verdict depends on it, so mapping a column to it does not say what happened.
  let isLoose: Bool

  init(_ name: String, _ type: ColumnType, _ meaning: String, example: String, isLoose: Bool = false) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.example = example
    self.isLoose = isLoose
  }

  /// A column of any text.
  init(_ name: String, _ meaning: String, example: String, isLoose: Bool = false) {
    self.init(name, .text, meaning, example: example, isLoose: isLoose)
  }

  /// The columns by which any record may name its person.
  static let names = ["uid", "email", "phone", "apple_sub", "email_sha256"]

  /// The columns about its person that any record may have.
  static let subject = [
    OwnColumn("tenant", "The account's tenant, if the project has tenants.", example: "tenant-a"),
    OwnColumn("uid", "The account's uid.", example: "u1"),
    OwnColumn(
      "email", "An email address of the person: the account's own, or one that it had at the time of the record.",
      example: "r1@privaterelay.appleid.com"),
    OwnColumn("phone", "The person's phone number, with the country code.", example: "+15550101"),
    OwnColumn("apple_sub", "Apple's `sub` of the person.", example: "001234.….0123"),
    OwnColumn(
      "email_sha256",
      """
      SHA-256 in hexadecimal of the trimmed address, its ASCII letters in lower case, for sources that may not \
      disclose addresses.
      """, example: "f7d54c22dda5b1780276601cd005909b70543fc4a6ba72d735b4cb9bbb611f01"),
    OwnColumn(
      "is_private_email", .bool,
      "Apple's claim of that name: whether the address is a relay address that hides the person's own.",
      example: "true"),
  ]
}

extension OwnColumn: Hashable {}
