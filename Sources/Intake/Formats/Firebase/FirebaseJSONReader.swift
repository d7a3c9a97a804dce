import Evidence

/// Reads `UserInfo` objects, whoever wrote them.
struct FirebaseJSONReader: RecordReader {
  private let dialect: FirebaseJSONFormat.Dialect
  private let timeRange: ClosedRange<Int64>
  private let claims: ClaimReader
  private var marks: GenerationMarks
  private var account = AccountSketch(uid: .empty)
  /// Of the first account; empty where it is in none.
  private var tenant: String?
  /// The custom claims of the account that is being read, as they stand in the record.
  private var attributes: BorrowedText?
  private let texts: TextArena
  /// One record's texts may hold a NUL only where a backslash escapes it.
  private var mayHoldNUL = false

  init(_ context: ReaderContext, dialect: FirebaseJSONFormat.Dialect) throws(ReadFailure) {
    self.dialect = dialect
    timeRange = context.options.timeRange
    texts = context.texts
    claims = try ClaimReader()
    marks = GenerationMarks(isNew: dialect != .cli, isRelay: context.options.isRelay)
  }

  func complete(_ summary: inout SourceSummary) {
    summary.generation = marks.generation
    summary.timeUnits = [.milliseconds]
    // Whom it leaves out may be there all the same.
    if dialect == .lookup { summary.isSelection = true }
    summary.tenantOfPages = tenant
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    account.reset()
    attributes = nil
    mayHoldNUL = hasBackslash
    try readUser(record)
    guard !account.uid.isEmpty else { throw FieldError.missing("localId") }
    if tenant == nil { tenant = account.tenant?.string ?? "" }
    return try account.deliver(
      to: &sink, at: place, with: attributes.map { .text($0, claims) } ?? .none, texts)
  }

  private mutating func readUser(_ user: JSONValue) throws(RecordRejection) {
    var seen: UInt32 = 0
    var failure: RecordRejection?
    user.forEachField { name, value in
      guard failure == nil, let key = UserKey(name) else { return }
      do throws(RecordRejection) {
        if seen & key.bit != 0 { throw FieldError.twice(key.name) }
        seen |= key.bit
        try take(value, of: key)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private mutating func take(_ value: JSONValue, of key: UserKey) throws(RecordRejection) {
    switch key {
    case .localID: account.uid = try text(value, "localId") ?? .empty
    case .email:
      account.email = try text(value, "email")
      if let email = account.email { marks.note(email: email) }
    case .phoneNumber: account.phone = try text(value, "phoneNumber")
    case .tenantID: account.tenant = try text(value, "tenantId")
    case .photoURL: if try text(value, "photoUrl") != nil { account.hasPhoto = true }
    case .passwordHash: if try text(value, "passwordHash") != nil { account.hasPassword = true }
    case .createdAt: account.createdAt = try time(value, "createdAt")
    case .lastSignedInAt: account.lastSignInAt = try time(value, "lastSignedInAt") ?? account.lastSignInAt
    case .lastLoginAt:
      account.lastSignInAt = try time(value, "lastLoginAt") ?? account.lastSignInAt
      marks.noteNew()
    case .disabled:
      guard value.isNull || value.bool != nil else { throw FieldError.notBool("disabled") }
      account.isDisabled = value.bool ?? false
    case .customAttributes:
      attributes = try text(value, "customAttributes")
      account.isPrivateEmail = attributes.flatMap { claims.isPrivateEmail(inText: $0) }
    case .providerUserInfo:
      try eachObject(value, "providerUserInfo") { (item) throws(RecordRejection) in try takeCredential(item) }
    case .mfaInfo:
      marks.noteNew()
      try eachObject(value, "mfaInfo") { (item) throws(RecordRejection) in try takeFactor(item) }
    case .displayName: account.displayName = looseText(value)
    case .initialEmail:
      account.initialEmail = looseText(value)
      // The CLI never writes it.
      marks.noteNew()
    }
  }

  private mutating func takeCredential(_ item: JSONValue) throws(RecordRejection) {
    var seen: UInt32 = 0
    var failure: RecordRejection?
    var credential = CredentialSketch(provider: .empty)
    item.forEachField { name, value in
      guard failure == nil, let key = CredentialKey(name) else { return }
      do throws(RecordRejection) {
        if seen & key.bit != 0 { throw FieldError.twice(key.name) }
        seen |= key.bit
        switch key {
        case .providerID: credential.provider = lowerCased(value, try text(value, "providerId"))
        case .rawID: credential.rawID = try text(value, "rawId")
        case .email: credential.email = try text(value, "email")
        case .phoneNumber: credential.phone = try text(value, "phoneNumber")
        case .photoURL: if try text(value, "photoUrl") != nil { account.hasPhoto = true }
        case .federatedID: marks.noteNew()
        case .displayName: credential.displayName = looseText(value)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard !credential.provider.isEmpty else { throw FieldError.missing("providerId") }
    if credential.provider.isEqual(to: "password") { account.hasPassword = true }
    marks.note(provider: credential.provider)
    if let email = credential.email { marks.note(email: email) }
    account.credentials.append(credential)
  }

  private mutating func takeFactor(_ item: JSONValue) throws(RecordRejection) {
    let plain = try item.field("unobfuscatedPhoneInfo").flatMap { (value) throws(RecordRejection) in
      try text(value, "unobfuscatedPhoneInfo")
    }
    let shown = try item.field("phoneInfo").flatMap { (value) throws(RecordRejection) in try text(value, "phoneInfo") }
    if let phone = plain ?? shown { account.secondFactorPhones.append(phone) }
    if let email = item.field("emailInfo")?.field("emailAddress").flatMap(looseText) {
      account.secondFactorEmails.append(email)
    }
  }

  // MARK: - Values

  /// A text that no verdict depends on, so a malformed one does not reject the account.
  @inline(__always)
  private func looseText(_ value: JSONValue) -> BorrowedText? {
    guard let text = value.text?.nonEmpty, !(mayHoldNUL && text.hasNUL) else { return nil }
    return text
  }

  @inline(__always)
  private func text(_ value: JSONValue, _ name: StaticString) throws(RecordRejection) -> BorrowedText? {
    guard let text = value.text else {
      if value.isNull { return nil }
      throw FieldError.notText("\(name)")
    }
    if mayHoldNUL, text.hasNUL { throw FieldError.holdsNUL("\(name)") }
    return text.nonEmpty
  }

  /// Epoch milliseconds, as a text or as a number.
  @inline(__always)
  private func time(_ value: JSONValue, _ name: StaticString) throws(RecordRejection) -> Int64? {
    if value.isNull { return nil }
    var time = value.integer
    if let text = value.text {
      guard let digits = text.nonEmpty else { return nil }
      time = digits.decimal
    }
    guard let time else { throw FieldError.notMilliseconds("\(name)") }
    guard timeRange.contains(time) else { throw FieldError.outOfRange("\(name)") }
    return time
  }

  private func eachObject(
    _ value: JSONValue, _ name: StaticString, _ body: (JSONValue) throws(RecordRejection) -> Void
  ) throws(RecordRejection) {
    if value.isNull { return }
    guard value.isArray else { throw FieldError.notList("\(name)") }
    var failure: RecordRejection?
    value.forEachElement { item in
      guard failure == nil else { return }
      do throws(RecordRejection) {
        guard item.isObject else { throw FieldError.notList("\(name)") }
        try body(item)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Lower-cases the parser's own copy of the text.
  @inline(__always)
  private func lowerCased(_ value: JSONValue, _ trimmed: BorrowedText?) -> BorrowedText {
    guard let trimmed, let bytes = value.mutableText else { return .empty }
    for index in bytes.indices where bytes[index] >= 65 && bytes[index] <= 90 { bytes[index] |= 32 }
    return trimmed
  }
}
