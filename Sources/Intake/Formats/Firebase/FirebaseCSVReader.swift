import Evidence

/// Reads rows that `FirebaseRowFramer` found in their columns.
struct FirebaseCSVReader: RecordReader {
  private let timeRange: ClosedRange<Int64>
  private let claims: ClaimReader
  private let texts: TextArena
  private var account = AccountSketch(uid: .empty)
  /// Of the narrowest row: exports of two versions of the CLI may have been put together.
  private var width: Int?

  init(_ context: ReaderContext) throws(ReadFailure) {
    timeRange = context.options.timeRange
    claims = try ClaimReader()
    texts = context.texts
  }

  func complete(_ summary: inout SourceSummary) {
    // The layout shows what the exporter could write.
    summary.generation = width.map { $0 == FirebaseRow.newWidth ? .new : .old } ?? .unknown
    summary.timeUnits = [.milliseconds]
  }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    try CSVText.check(row)
    width = min(width ?? row.count, row.count)
    account.reset()
    guard let uid = row[FirebaseRow.uid].nonEmpty else { throw FieldError.missing("localId") }
    account.uid = uid
    account.email = row[FirebaseRow.email].nonEmpty
    account.phone = row[FirebaseRow.phoneNumber].nonEmpty
    if let phone = account.phone, SubjectText.isDecimal(phone: phone) { throw FieldError.decimal("phoneNumber") }
    account.createdAt = try time(row[FirebaseRow.createdAt], "createdAt")
    account.lastSignInAt = try time(row[FirebaseRow.lastSignedInAt], "lastLoginAt")
    account.hasPassword = row[FirebaseRow.passwordHash].nonEmpty != nil
    account.hasPhoto = row[FirebaseRow.photoURL].nonEmpty != nil
    account.displayName = row[FirebaseRow.displayName].nonEmpty
    if row.count >= 28 { account.isDisabled = row[FirebaseRow.disabled].trimmed.isEqual(to: "true") }
    let attributes = row.count >= 29 ? row[FirebaseRow.customAttributes].nonEmpty : nil
    account.isPrivateEmail = attributes.flatMap { claims.isPrivateEmail(inText: $0) }
    for (provider, column) in FirebaseRow.credentials where column + 4 < row.count {
      // Without the provider's id of the person there is no credential, as the CLI's own importer sees it.
      guard let rawID = row[column].nonEmpty else { continue }
      let name = BorrowedText(provider)
      account.credentials.append(
        CredentialSketch(
          provider: name, rawID: rawID, email: row[column + 1].nonEmpty, displayName: row[column + 2].nonEmpty))
      if row[column + 3].nonEmpty != nil { account.hasPhoto = true }
    }
    return try account.deliver(
      to: &sink, at: place, with: attributes.map { .text($0, claims) } ?? .none, texts)
  }

  private func time(_ field: BorrowedText, _ name: String) throws(RecordRejection) -> Int64? {
    guard let digits = field.nonEmpty else { return nil }
    guard let time = digits.decimal else { throw FieldError.notMilliseconds(name) }
    guard timeRange.contains(time) else { throw FieldError.outOfRange(name) }
    return time
  }
}
