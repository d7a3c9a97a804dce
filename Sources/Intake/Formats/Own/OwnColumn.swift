import Evidence

/// A column of our own formats, declared once: how a mapping reads it, and what people are told of it.
package struct OwnColumn: Sendable {
  package let name: String
  package let type: ColumnType
  /// Sentences, in which backticks are the only markup.
  package let meaning: String
  /// A value as it may stand in a file.
  package let example: String
  /// Its text is shown and decides nothing by itself, so that to map a column to it says nothing of what happened.
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

  /// By which any record may name its person.
  static let names = ["uid", "email", "phone", "apple_sub", "email_sha256"]

  /// What any record may say of its person.
  static let subject = [
    OwnColumn("tenant", "The tenant that the account is in, where the project has tenants.", example: "tenant-a"),
    OwnColumn("uid", "The account's uid.", example: "u1"),
    OwnColumn(
      "email", "An address of the person: the account's, or one that it had at the record's time.",
      example: "r1@privaterelay.appleid.com"),
    OwnColumn("phone", "The person's phone number with its country's code.", example: "+15550101"),
    OwnColumn("apple_sub", "Apple's `sub` of the person.", example: "001234.….0123"),
    OwnColumn(
      "email_sha256",
      """
      SHA-256 of the trimmed address, its ASCII letters in lower case, in hexadecimal: for whoever may not hand out \
      addresses.
      """, example: "f7d54c22dda5b1780276601cd005909b70543fc4a6ba72d735b4cb9bbb611f01"),
    OwnColumn(
      "is_private_email", .bool, "What Apple's claim of that name said: that the address hides the person's own.",
      example: "true"),
  ]
}

extension OwnColumn: Hashable {}
