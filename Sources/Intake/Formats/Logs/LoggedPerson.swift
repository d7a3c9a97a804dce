import Evidence

/// The person of an entry or a span.
struct LoggedPerson: Equatable {
  var subject = Subject()
  var requestID: String?
  /// Its hash is malformed.
  private var hasUnusableHash = false

  var isEmpty: Bool { subject.isEmpty && requestID == nil }

  /// Names of fields under which applications log a person.
  init(_ value: (String) throws -> String?) rethrows {
    func first(_ names: String...) throws -> String? {
      for name in names {
        if let value = try value(name) { return value }
      }
      return nil
    }
    subject.uid = try first(
      "uid", "user_id", "userId", "enduser.id", "user.id", "app.user_id", "localId", "firebase.uid")
    subject.appleSub = try first("apple_sub", "appleSub", "apple.sub")
    subject.email = try first("email", "user.email", "enduser.email")?.foldedASCII
    if let hash = try first("email_sha256") {
      if HashedIdentity.isSHA256(hash) { subject.emailSHA256 = hash.lowercased() } else { hasUnusableHash = true }
    }
    // Only a clear value counts: logs have any shape, and none is rejected for this one.
    if try first("is_private_email", "isPrivateEmail", "apple.is_private_email")?.foldedASCII == "true" {
      subject.isPrivateEmail = true
    }
    requestID = try first("deletion_request_id", "deletion.request_id", "request_id", "requestId")
  }

  /// Rejects an entry whose only name of the person is unusable, since its trace might tie it to somebody else.
  func checkNames() throws(RecordRejection) {
    guard hasUnusableHash, subject.isEmpty else { return }
    throw RecordRejection("`email_sha256` is not 64 hexadecimal digits, and nothing else names the person")
  }

  private init(subject: Subject, requestID: String?) {
    self.subject = subject
    self.requestID = requestID
  }

  /// One person out of two entries; nil if they are about two persons.
  func merged(with other: LoggedPerson) -> LoggedPerson? {
    var merged = self
    func agree(_ field: WritableKeyPath<LoggedPerson, String?>) -> Bool {
      guard let theirs = other[keyPath: field] else { return true }
      guard let ours = merged[keyPath: field] else {
        merged[keyPath: field] = theirs
        return true
      }
      return ours == theirs
    }
    guard agree(\.subject.uid), agree(\.subject.appleSub), agree(\.subject.email), agree(\.subject.emailSHA256) else {
      return nil
    }
    if other.subject.isPrivateEmail == true { merged.subject.isPrivateEmail = true }
    // Most request ids are those of HTTP requests, so two ids do not mean two persons.
    if !agree(\.requestID) { merged.requestID = nil }
    return merged
  }

  // MARK: - As one text

  /// Takes a fifth of the memory, for logs that name persons in a million traces.
  var packed: String {
    [
      subject.uid, subject.appleSub, subject.email, subject.emailSHA256, requestID,
      subject.isPrivateEmail == true ? "true" : nil,
    ]
    .map { String(($0 ?? "").filter { $0 != Self.separator }) }.joined(separator: String(Self.separator))
  }

  init(packed: String) {
    let fields = packed.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? nil : String($0) }
    self.init(
      subject: Subject(
        uid: fields[0], email: fields[2], appleSub: fields[1], emailSHA256: fields[3],
        isPrivateEmail: fields[5].map { _ in true }),
      requestID: fields[4])
  }

  private static let separator: Character = "\u{1F}"
}
