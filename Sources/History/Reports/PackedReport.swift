package import Foundation

/// A report as the store keeps it: its text without the items of its long lists, and those in parts, so that one
/// finding is read without the others.
package struct PackedReport: Hashable, Sendable {
  /// Some of the items of one list.
  package struct Part: Hashable, Sendable {
    /// Which list: a number of the report's own.
    package var list: Int
    /// The byte of the frame's text before which the items stand.
    package var place: Int
    /// Compressed.
    package var items: Data

    package init(list: Int, place: Int, items: Data) {
      self.list = list
      self.place = place
      self.items = items
    }
  }

  /// The text without the items of the parts, compressed.
  package var frame: Data
  /// In the order in which they stand in the text.
  package var parts: [Part]
  package var index: FindingIndex

  package init(frame: Data, parts: [Part] = [], index: FindingIndex = FindingIndex()) {
    self.frame = frame
    self.parts = parts
    self.index = index
  }
}
