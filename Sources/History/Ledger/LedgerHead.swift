/// An entry's place in the ledger and its hash. A copy of it, kept elsewhere, is a witness of all entries up to it.
package struct LedgerHead: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let number: Int64
  /// SHA-256 of the entry, lower-case hex.
  package let sha256: String

  init(number: Int64, sha256: String) {
    self.number = number
    self.sha256 = sha256
  }

  /// Reads `12:3f…`, with all 64 digits of the hash; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), number > 0, String(number) == parts[0],
      parts[1].utf8.count == 64, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.init(number: number, sha256: String(parts[1]))
  }

  package var description: String { "\(number):\(sha256)" }
}
