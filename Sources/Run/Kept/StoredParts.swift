import Foundation
import History
import Reporting
import Storage

/// The parts of a run's report as the store keeps them, one at a time: together they may have a million findings.
struct StoredParts {
  let run: Int64
  let store: Connection

  struct Part {
    var list: KeptReport.List
    /// The byte of the frame before which its items stand.
    var place: Int
    var items: Data

    /// - Throws: `Gzip.Failure`, `KeptFrame.Malformed`.
    init(_ packed: PackedReport.Part) throws {
      guard let list = KeptReport.List(rawValue: packed.list) else { throw KeptFrame.Malformed() }
      self.list = list
      place = packed.place
      items = try Gzip.decompress(packed.items)
    }
  }

  /// - Throws: `StorageError`; `Gzip.Failure` or `KeptFrame.Malformed` for a part that is damaged, and what `body`
  ///   throws.
  func each(_ body: (Part) throws -> Void) throws {
    var last = 0
    try RunHistory.forEachPart(ofReport: run, in: store) { part, number in
      guard number == last + 1 else { throw KeptFrame.Malformed() }
      last = number
      try body(Part(part))
    }
  }
}
