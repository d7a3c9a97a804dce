import Crypto
import Evidence
import Foundation
package import Timestamps

/// One entry of the ledger. Its text is JSON on one line, with its keys in alphabetical order; the hash of the text is
/// the head that the next entry names.
package struct LedgerEntry: Hashable, Sendable {
  /// From 1, without gaps.
  package let number: Int64
  package let at: Timestamp
  /// Nil in the first.
  package let previous: LedgerHead?
  package private(set) var event: LedgerEvent
  /// As it is stored.
  package let text: String
  /// Of `text`.
  package let head: LedgerHead

  /// Makes the entry that comes after another.
  package init(_ event: LedgerEvent, after previous: LedgerHead?, at: Timestamp) throws {
    number = (previous?.number ?? 0) + 1
    self.at = at
    self.previous = previous
    self.event = event
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    text = String(
      decoding: try encoder.encode(
        Content(number: number, previous: previous?.description, at: at.rfc3339, event: event)),
      as: UTF8.self)
    head = Self.head(number, text)
  }

  /// Reads an entry that is stored. Its texts are removed until they are restored.
  ///
  /// - Returns: nil for a text that is no entry.
  init?(text: String) {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)),
      let at = Timestamp(rfc3339: content.at)
    else { return nil }
    let previous = content.previous.flatMap { LedgerHead($0) }
    guard (previous == nil) == (content.previous == nil) else { return nil }
    self.text = text
    number = content.number
    self.at = at
    self.previous = previous
    event = content.event
    head = Self.head(number, text)
  }

  private static func head(_ number: Int64, _ text: String) -> LedgerHead {
    LedgerHead(number: number, sha256: Hexadecimal.text(of: SHA256.hash(data: Data(text.utf8))))
  }

  /// - Returns: whether the text is the one that was written.
  mutating func restore(_ name: String, _ text: String, salt: Data) -> Bool {
    event.changeText(name) { $0.restore(text, salt: salt) }
  }

  private struct Content: Codable {
    var number: Int64
    var previous: String?
    var at: String
    var event: LedgerEvent
  }
}
