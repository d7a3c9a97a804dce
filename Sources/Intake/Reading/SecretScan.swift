import CSimdJSON
import Evidence

/// Finds keys, client secrets and tokens, which do not belong in an export. Only their places are reported; the values
/// are neither kept nor shown.
struct SecretScan {
  private(set) var found: [ExposedSecret.Kind: ExposedSecret] = [:]
  /// Records of these kinds consist of signed tokens.
  private let hasSignedTokens: Bool
  /// False for Firebase's exports, whose fixed fields hold no token. Searching them would take a tenth of a second for
  /// each 100 MB.
  private let hasOpenFields: Bool
  private var secretColumns: [(index: Int, kind: ExposedSecret.Kind)] = []

  init(kind: EvidenceKind?, format: (any Format)?) {
    hasSignedTokens = kind == .notifications || kind == .signIns
    hasOpenFields = !(format is FirebaseJSONFormat || format is FirebaseCSVFormat || format is AdminSDKFormat)
  }

  /// How names that are a `SecretName` end, in most spellings.
  private static let endings: [StaticString] = ["oken", "ecret", "rivate_key", "rivateKey"]

  // MARK: - Records

  /// Whether any record of the text may have a secret.
  func mayFind(in text: BorrowedText) -> Bool { hasOpenFields || rsj_has_token_or_key(text.baseAddress, text.count) }

  /// - Parameter isClientSecret: whether its name tells that the whole text is a client secret.
  func kinds(inRecord bytes: BorrowedText, isClientSecret: Bool = false) -> Set<ExposedSecret.Kind> {
    var found = Found()
    if isClientSecret { found.add(.clientSecret, at: bytes.indices) }
    if hasOpenFields {
      addNamed(in: bytes, to: &found)
      Self.addAssigned(in: bytes, to: &found)
      if AppleTokenForm.stands(in: bytes) { found.add(.rawToken, at: bytes.indices) }
    }
    return found.kinds.union(kinds(in: bytes, found.clientSecrets))
  }

  /// What the names of values tell.
  private struct Found {
    private(set) var kinds: Set<ExposedSecret.Kind> = []
    /// Where client secrets are, which may be signed tokens.
    private(set) var clientSecrets: [Range<Int>] = []

    mutating func add(_ kind: ExposedSecret.Kind, at range: Range<Int>) {
      kinds.insert(kind)
      if kind == .clientSecret { clientSecrets.append(range) }
    }
  }

  /// What keys name, of JSON or of what looks like it.
  private func addNamed(in bytes: BorrowedText, to found: inout Found) {
    for ending in Self.endings {
      var end = 0
      while let start = bytes.firstRange(of: BorrowedText(ending), from: end) {
        end = start + ending.utf8CodeUnitCount
        guard Self.isKey(endingAt: end, bytes), let kind = kind(ofNameEndingAt: end, bytes) else { continue }
        if let value = Self.secretValue(after: end, bytes) { found.add(kind, at: value) }
      }
    }
  }

  /// Whether a name is followed by what JSON, JSON in a text of JSON (`\"`), Python (`'`), Node (`:`) or Ruby (`=>`)
  /// writes behind a key.
  private static func isKey(endingAt end: Int, _ bytes: BorrowedText) -> Bool {
    guard end < bytes.count else { return false }
    if bytes[end] == UInt8(ascii: "=") { return end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: ">") }
    return "\"\\':".utf8.contains(bytes[end])
  }

  mutating func look(atHeader titles: [String]) {
    secretColumns = []
    for (index, title) in titles.enumerated() {
      let found = Array(title.utf8).withUnsafeBufferPointer { kind(ofNameEndingAt: $0.count, $0) }
      if let found { secretColumns.append((index, found)) }
    }
  }

  mutating func look(atRow fields: [BorrowedText], _ number: Int64) {
    var found: Set<ExposedSecret.Kind> = []
    var clientSecrets: Set<Int> = []
    for (index, kind) in secretColumns where index < fields.count && Self.isSecret(fields[index]) {
      found.insert(kind)
      if kind == .clientSecret { clientSecrets.insert(index) }
    }
    for (index, field) in fields.enumerated() where field.count >= Self.shortest {
      found.formUnion(kinds(inRecord: field, isClientSecret: clientSecrets.contains(index)))
    }
    note(found, number)
  }

  /// - Parameter line: of a text log.
  mutating func look(atLine line: BorrowedText, _ number: Int64) {
    if line.count >= Self.shortest { note(kinds(inRecord: line), number) }
  }

  mutating func note(_ kinds: Set<ExposedSecret.Kind>, _ number: Int64) {
    for kind in kinds { found[kind, default: ExposedSecret(kind: kind, firstNumber: number, records: 0)].records += 1 }
  }

  // MARK: - Values with a telltale form

  /// - Parameter clientSecrets: where values are of which a name tells that they are client secrets.
  private func kinds(in bytes: BorrowedText, _ clientSecrets: [Range<Int>]) -> Set<ExposedSecret.Kind> {
    var kinds: Set<ExposedSecret.Kind> = []
    guard rsj_has_token_or_key(bytes.baseAddress, bytes.count) else { return kinds }
    if let start = bytes.firstRange(of: BorrowedText("-----BEGIN")) {
      let line = BorrowedText(rebasing: bytes[start..<min(bytes.count, start + 64)])
      if line.contains("PRIVATE KEY-----") { kinds.insert(.privateKey) }
    }
    Self.forEachSignedToken(in: bytes) { start, claims in
      if Self.isForApple(BorrowedText(rebasing: bytes[claims])) {
        kinds.insert(.clientSecret)
      } else if !hasSignedTokens, !clientSecrets.contains(where: { $0.contains(start) }) {
        kinds.insert(.rawToken)
      }
    }
    return kinds
  }

  /// Whether a token's claims have Apple as the audience, as those of a client secret do and those of a token that
  /// Apple issues never do:
  /// https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
  ///
  /// - Parameter claims: in base64url.
  private static func isForApple(_ claims: BorrowedText) -> Bool {
    guard let json = SignedToken.decoded(Substring(String(decoding: claims, as: UTF8.self))) else { return false }
    return json.withUnsafeBufferPointer { json in
      guard let key = json.firstRange(of: BorrowedText("\"aud\"")) else { return false }
      // Some encoders write `\/`.
      let value = json[(key + 5)...].prefix(64).filter { !$0.isWhitespace && $0 != UInt8(ascii: "\\") }
      return [":\"", ":[\""].contains { value.starts(with: ($0 + "https://appleid.apple.com\"").utf8) }
    }
  }

  /// A header and claims, both of which begin with `{"`, and a signature: https://www.rfc-editor.org/rfc/rfc7519
  ///
  /// - Parameter body: takes where a token begins, and where its claims are.
  private static func forEachSignedToken(in bytes: BorrowedText, _ body: (_ start: Int, _ claims: Range<Int>) -> Void) {
    var position = 0
    while let start = bytes.firstRange(of: BorrowedText("eyJ"), from: position) {
      let claims = end(of: bytes, from: start) + 1
      // Whatever else begins in this run ends where it does.
      position = claims
      if claims < bytes.count, bytes[claims - 1] == UInt8(ascii: "."),
        BorrowedText(rebasing: bytes[claims...]).hasPrefix("eyJ")
      {
        let signature = end(of: bytes, from: claims) + 1
        if signature < bytes.count, bytes[signature - 1] == UInt8(ascii: "."),
          end(of: bytes, from: signature) - signature >= 16
        {
          body(start, claims..<signature - 1)
        }
      }
    }
  }

  /// Where a run of base64url ends.
  private static func end(of bytes: BorrowedText, from start: Int) -> Int {
    bytes[start...].firstIndex { !isOfBase64($0) } ?? bytes.count
  }

  /// Whether a byte is of base64url.
  static func isOfBase64(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  // MARK: - Parameters of addresses and bodies

  /// What a text passes by `name=value`, as a logged address or body of a call does.
  private static func addAssigned(in bytes: BorrowedText, to found: inout Found) {
    // Most records have none, and to look for one byte is quicker than for two words.
    guard bytes.firstIndex(ofByte: UInt8(ascii: "=")) != nil else { return }
    var isCallOfClient = false
    func look(for ending: StaticString, _ kind: ExposedSecret.Kind) {
      var position = 0
      while let start = bytes.firstRange(of: BorrowedText(ending), from: position) {
        position = start + ending.utf8CodeUnitCount
        let name = SecretName.last(in: bytes, endingAt: position - 1)
        // An identity token has a telltale form wherever it stands.
        let isNamed = name?.kind == kind && name?.isOfSignedToken == false
        if isNamed, kind == .clientSecret { isCallOfClient = true }
        // A call that has a client secret is to Apple, and its token is one of Apple's.
        guard isNamed || isCallOfClient && kind == .rawToken && isBareToken(at: start, bytes) else { continue }
        let value = value(from: position, bytes)
        if isSecret(BorrowedText(rebasing: bytes[value])) { found.add(kind, at: value) }
      }
    }
    look(for: "ecret=", .clientSecret)
    look(for: "oken=", .rawToken)
  }

  /// Whether the parameter whose name ends in `oken` is `token`.
  private static func isBareToken(at position: Int, _ bytes: BorrowedText) -> Bool {
    guard position > 0, bytes[position - 1] == UInt8(ascii: "t") else { return false }
    guard position > 1 else { return true }
    let before = bytes[position - 2]
    return before == UInt8(ascii: "&") || before == UInt8(ascii: "?") || before == UInt8(ascii: "\"")
      // `\u0026`, as some encoders of JSON write an ampersand.
      || before == UInt8(ascii: "6")
  }

  /// Base64 and what addresses write in its place, with or without a quote before it; a placeholder in brackets has
  /// none of it.
  private static func value(from position: Int, _ bytes: BorrowedText) -> Range<Int> {
    let isQuoted = position < bytes.count && "\"'".utf8.contains(bytes[position])
    let start = isQuoted ? position + 1 : position
    let end =
      bytes[start...].firstIndex {
        !($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") || $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || marks.contains($0))
      } ?? bytes.count
    // `%24%7B` and `%3C` begin placeholders in an address.
    return start..<(start < end && bytes[start] == UInt8(ascii: "%") ? start : end)
  }

  private static let marks = Array("-_.~+/%*".utf8)

  // MARK: - Values of telling fields

  /// - Parameter end: of the name.
  private func kind(ofNameEndingAt end: Int, _ bytes: BorrowedText) -> ExposedSecret.Kind? {
    guard let name = SecretName.last(in: bytes, endingAt: end) else { return nil }
    return hasSignedTokens && name.isOfSignedToken ? nil : name.kind
  }

  /// - Parameter position: behind the name.
  /// - Returns: where its value is; nil where that is no secret.
  private static func secretValue(after position: Int, _ bytes: BorrowedText) -> Range<Int>? {
    var start = position
    /// Skips marks, of which one at least has to be there.
    func skip(_ marks: StaticString) -> Bool {
      let (marks, first) = (BorrowedText(marks), start)
      while start < bytes.count, bytes[start].isWhitespace || marks.contains(bytes[start]) { start += 1 }
      return start > first
    }
    _ = skip("\\\"'")
    if start < bytes.count, bytes[start] == UInt8(ascii: ",") {
      // An attribute of OTLP has its name and its value under keys of their own.
      for key: StaticString in ["value", "stringValue"] {
        guard skip("\\\",:{"), BorrowedText(rebasing: bytes[start...]).hasPrefix(key) else { return nil }
        start += key.utf8CodeUnitCount
      }
      _ = skip("\\\"")
    }
    // `:` of JSON and Python, `=>` of Ruby.
    guard skip(":=>"), skip("\\\"'"), bytes[start - 1] == UInt8(ascii: "\"") || bytes[start - 1] == UInt8(ascii: "'")
    else { return nil }
    let end = bytes[start...].firstIndex { "\"'\\".utf8.contains($0) } ?? bytes.count
    return isSecret(BorrowedText(rebasing: bytes[start..<end])) ? start..<end : nil
  }

  private static let shortest = 20

  /// Long, without spaces, with letters and digits: neither a mask nor a placeholder.
  private static func isSecret(_ value: BorrowedText) -> Bool {
    value.count >= shortest && !value.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: " ") }
      && value.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      && value.contains { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
  }
}
