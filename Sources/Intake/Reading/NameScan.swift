import Evidence
import Foundation

/// Looks for the persons whom a rejected record names. A reader that fails on one column does not read the others, and
/// malformed JSON has no reader at all, so this goes by the usual names of keys and columns, whatever the format. It
/// finds a name too many rather than one too few: each only makes a verdict inconclusive.
struct NameScan {
  private(set) var names = RejectedNames()
  private let meanings: NameMeanings
  private var titles: [String] = []
  private let isActive: Bool

  /// JSON within texts of JSON is followed so deep.
  private static let depthLimit = 3

  /// - Parameter kind: for accounts nothing is searched, since they are judged by what is there.
  init(_ settings: SourceSettings, kind: EvidenceKind?) {
    meanings = NameMeanings(settings)
    isActive = kind != .accounts
  }

  mutating func begin(header: [String]) { titles = header }

  // MARK: - Tables

  /// - Parameter row: may have more or fewer fields than the header.
  mutating func look(atRow row: [BorrowedText]) {
    guard isActive else { return }
    for (title, cell) in zip(titles, row) { add(cell.trimmedOfUnseen.string, of: title, depth: 0) }
  }

  // MARK: - JSON

  /// - Parameter bytes: of a record, whole or broken.
  mutating func look(atJSON bytes: BorrowedText) {
    if isActive { scan(bytes, depth: 0) }
  }

  private mutating func scan(_ bytes: BorrowedText, depth: Int) {
    guard depth <= Self.depthLimit else { return }
    var key = ""
    /// What OpenTelemetry's `{"key": …, "value": …}` calls the value.
    var attribute = ""
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let (text, end) = Self.text(in: bytes, from: index + 1)
        index = end
        while index < bytes.count, bytes[index].isWhitespace { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          key = ["stringValue", "intValue"].contains(text) ? attribute : text
        } else if key == "key" {
          attribute = text
        } else {
          add(text, of: key, depth: depth)
        }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") { index += 1 }
        add(BorrowedText(rebasing: bytes[start..<index]).string, of: key, depth: depth)
      case UInt8(ascii: "}"):
        key = ""
        index += 1
      default: index += 1
      }
    }
  }

  /// The text that begins at `start`, behind its quote, and the index behind its other quote.
  private static func text(in bytes: BorrowedText, from start: Int) -> (text: String, end: Int) {
    var end = start
    var isEscaped = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") {
        isEscaped = true
        end += 1
      }
      end += 1
    }
    let inner = BorrowedText(rebasing: bytes[min(start, bytes.count)..<min(end, bytes.count)])
    var text = inner.string
    if isEscaped, let plain = try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8)) { text = plain }
    return (text, min(end + 1, bytes.count))
  }

  // MARK: - Both

  private mutating func add(_ value: String, of key: String, depth: Int) {
    guard !value.isEmpty else { return }
    if value.hasPrefix("{") || value.hasPrefix("[") { return scan(text: value, depth: depth + 1) }
    if value.hasPrefix("eyJ"), let token = SignedToken(value) {
      return token.claims.withUnsafeBufferPointer { scan($0, depth: depth + 1) }
    }
    // As the values of records that are accepted.
    let plain = value.trimmingCharacters(in: .whitespacesAndNewlines)
    for name in meanings.names(plain, of: key) { names.add(name) }
  }

  private mutating func scan(text: String, depth: Int) {
    var text = text
    text.withUTF8 { scan($0, depth: depth) }
  }
}

/// Which keys and columns name persons, and how.
private struct NameMeanings {
  private enum Meaning {
    case uid, appleSub, email, hash, phone, request
    /// Products write different names under one key.
    case any
  }

  /// By the key's letters and digits.
  private let meanings: [String: Meaning]

  init(_ settings: SourceSettings) {
    var meanings = Self.known
    for (ours, theirs) in settings.columns {
      guard let meaning = Self.known[NameWords.plain(ours)] else { continue }
      meanings[NameWords.plain(theirs)] = meaning
      // A path into objects: the last part is the key.
      if let last = theirs.split(separator: ".").last { meanings[NameWords.plain(String(last))] = meaning }
    }
    self.meanings = meanings
  }

  private static let known: [String: Meaning] = {
    let keys: [(Meaning, String)] = [
      (.uid, "uid userid enduserid appuserid firebaseuid localid localids customerid externalid accountid username"),
      (.uid, "controllercustomerid"),
      (.appleSub, "applesub appleuserid oldsub newsub"),
      (.email, "email emailaddress useremail enduseremail recipient to oldemail newemail datasubjectemail"),
      (.hash, "emailsha256"), (.phone, "phone phonenumber mobile"),
      (.request, "requestid deletionrequestid subjectrequestid"),
      (.any, "sub subject subjectid user principal principalid piiprincipalid identity identityvalue identifier"),
      (.any, "datasubjectidentifier datasubjectid coreidentifier"),
    ]
    return Dictionary(
      keys.flatMap { meaning, names in names.split(separator: " ").map { (String($0), meaning) } }
    ) { first, _ in first }
  }()

  func names(_ value: String, of key: String) -> [RejectedNames.Name] {
    let isAddress = value.contains("@") && !value.contains(" ")
    switch meanings[NameWords.plain(key)] {
    case .uid: return isAddress ? [.uid(value), .email(value)] : [.uid(value)]
    case .appleSub: return [.appleSub(value)]
    case .email: return [.email(value)]
    case .hash: return [.emailSHA256(value.lowercased())]
    case .phone: return [.phone(value)]
    case .request: return [.request(value)]
    case .any:
      if isAddress { return [.email(value)] }
      if HashedIdentity.isSHA256(value) { return [.emailSHA256(value.lowercased())] }
      return value.hasPrefix("+") ? [.phone(value)] : [.uid(value), .appleSub(value)]
    case nil: return isAddress ? [.email(value)] : []
    }
  }
}
