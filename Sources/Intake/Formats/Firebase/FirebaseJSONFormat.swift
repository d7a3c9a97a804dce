import Evidence

/// JSON of the Firebase CLI, of the Auth emulator, and of Identity Toolkit's `batchGet`, `lookup` and `query`:
/// the CLI writes a selection of the server's keys, with one renamed.
struct FirebaseJSONFormat: Format {
  enum Dialect: String {
    case cli = "firebase-cli-json"
    case emulator = "firebase-emulator-json"
    case server = "identity-toolkit-json"
    /// Selected accounts, which are no snapshot.
    case lookup = "identity-toolkit-lookup-json"
  }

  let kind = EvidenceKind.accounts
  let dialect: Dialect

  func name(of shape: Shape) -> String { dialect.rawValue }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = head.shape, shape == .members || shape == .values || shape == .lines else { return nil }
    guard let found = Self.dialect(of: head), found.dialect == dialect else { return nil }
    return Recognition(shape: shape, score: 3, why: found.why)
  }

  func shape(forced head: Head) -> Shape? {
    guard dialect == .cli, let shape = head.shape, shape != .table else { return nil }
    return shape
  }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    try FirebaseJSONReader(context, dialect: dialect)
  }

  private static func dialect(of head: Head) -> (dialect: Dialect, why: String)? {
    if head.pageKind == "identitytoolkit#GetAccountInfoResponse" {
      return (.lookup, "its `kind` is that of Identity Toolkit's answer to `accounts:lookup`")
    }
    if head.pageKind?.hasPrefix("identitytoolkit#") == true {
      let isEmulator =
        head.isCompact && !head.pageKeys.contains("nextPageToken")
        && head.pageKind == "identitytoolkit#DownloadAccountResponse"
      return isEmulator
        ? (.emulator, "it is one line with `kind` and `users`, as the Auth emulator exports it")
        : (.server, "its `kind` is one that Identity Toolkit writes")
    }
    if head.pageKeys.contains("userInfo") {
      return (.server, "its accounts are under `userInfo`, as `accounts:query` answers")
    }
    let isPage = head.shape == .members && head.pageKeys.contains("users")
    if head.keys.contains("localId") {
      if head.keys.contains("lastSignedInAt") {
        return (.cli, "its accounts have `localId` and `lastSignedInAt`, as the Firebase CLI exports them")
      }
      let server = ["lastLoginAt", "lastRefreshAt", "validSince", "passwordUpdatedAt", "tenantId", "initialEmail"]
      if server.contains(where: head.keys.contains) || head.pageKeys.contains("nextPageToken") {
        return (.server, "its accounts have `localId` and keys that only Identity Toolkit writes")
      }
      return (.cli, "its accounts have `localId`, as the Firebase CLI exports them")
    }
    if isPage, head.keys.isEmpty, !head.pageKeys.contains("realm") {
      return (.cli, "it is an empty list of `users`, as the Firebase CLI exports it")
    }
    return nil
  }
}
