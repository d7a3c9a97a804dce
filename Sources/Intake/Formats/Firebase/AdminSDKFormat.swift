import Evidence

/// `UserRecord` objects of the Admin SDK, as `JSON.stringify` writes the answer of `listUsers`.
struct AdminSDKFormat: Format {
  let kind = EvidenceKind.accounts

  func name(of shape: Shape) -> String { "admin-sdk-json" }

  func recognise(_ head: Head) -> Recognition? {
    guard let shape = head.shape, shape != .table else { return nil }
    guard head.keys.contains("uid"), head.keys.contains("metadata") || head.keys.contains("providerData") else {
      return nil
    }
    return Recognition(
      shape: shape, score: 3, why: "its accounts have `uid`, `metadata` or `providerData`, as the Admin SDK writes them"
    )
  }

  func shape(forced head: Head) -> Shape? { nil }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    AdminSDKReader(context)
  }
}
