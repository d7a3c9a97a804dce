/// Tells addresses from what is around them in mail headers, links and spreadsheets: `Kim <a@example.com>` would name
/// nobody.
enum AddressText {
  static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    guard let first = bytes.first, let last = bytes.last, bytes.contains(UInt8(ascii: "@")) else { return false }
    if bytes.starts(with: "mailto:".utf8) || "'.".utf8.contains(first) || "'.".utf8.contains(last) { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>()[];,\"".utf8.contains($0) }
  }
}
