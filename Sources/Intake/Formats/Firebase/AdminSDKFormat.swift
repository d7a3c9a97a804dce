import Evidence

/// `UserRecord` objects of the Admin SDK, as `JSON.stringify` writes the answer of `listUsers`.
struct AdminSDKFormat: Format {
  let kind = EvidenceKind.accounts
  let guide = FormatGuide(
    name: "admin-sdk-json", kind: .accounts, title: "Admin SDK, the answer of `listUsers` as JSON",
    example: #"""
      {"users":[{"uid":"u1","metadata":{"creationTime":"Tue, 14 Nov 2023 22:13:20 GMT"},"providerData":[…]}]}
      """#)

  func name(of shape: Shape) -> String { "admin-sdk-json" }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = head.shape, shape != .table else { return nil }
    guard head.keys.contains("uid"), head.keys.contains("metadata") || head.keys.contains("providerData") else {
      return nil
    }
    // Records of other kinds name a person by `uid`, and may have a `metadata` of their own.
    let others = ["at", "purpose", "provider", "linked_at", "endpoint", "request_id", "requested_at", "deleted_at"]
    guard !others.contains(where: head.keys.contains) else { return nil }
    return Recognition(
      shape: shape, score: 3, why: "its accounts have `uid`, `metadata` or `providerData`, as the Admin SDK writes them"
    )
  }

  func shape(forced head: Head) -> Shape? { nil }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    AdminSDKReader(context)
  }
}
