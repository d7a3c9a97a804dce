/// The ordinal of a source within one run, in order of path.
package typealias SourceOrdinal = Int

/// Where a record stands: its source, and its line (NDJSON, CSV) or its number (members of a JSON array), from 1.
package struct Place: Hashable, Comparable, Sendable {
  package var source: SourceOrdinal
  package var number: Int64
  /// Tells apart the statements of a record that makes several; 0 for the first.
  package var part = 0

  package static let maximumPart = 1023

  /// Where the part begins in a ref.
  private static let partShift = 34
  /// Where the source's ordinal begins in a ref. The bits below are the place within the source.
  package static let shiftOfSource = 44

  /// The ordinals for which a ref has room; so many sources a run may have.
  package static let sources: Range<SourceOrdinal> = 0..<1 << 18
  /// The numbers for which a ref has room.
  package static let numbers: Range<Int64> = 0..<1 << partShift

  package init(source: SourceOrdinal, number: Int64) {
    self.source = source
    self.number = number
  }

  /// The form that the store and the views carry: below the source's ordinal 10 bits of part and 34 of number.
  package var ref: Int64 { Int64(source) << Self.shiftOfSource | Int64(part) << Self.partShift | number }

  package init(ref: Int64) {
    self.init(source: SourceOrdinal(ref >> Self.shiftOfSource), number: ref & (1 << Self.partShift - 1))
    part = Int(ref >> Self.partShift) & Self.maximumPart
  }

  package func part(_ part: Int) -> Place {
    var place = self
    place.part = part
    return place
  }

  package static func < (left: Place, right: Place) -> Bool { left.ref < right.ref }
}

/// Whether an accounts source could have shown an Apple credential (docs/rules.md, `evidence/export-hides-apple`).
package enum ExportGeneration: String, Codable, Sendable {
  /// Carries credentials that only newer exporters write, or a format that always carries them.
  case new
  /// Its exporter wrote no Apple credentials.
  case old
  /// Nothing in it tells.
  case unknown
}
