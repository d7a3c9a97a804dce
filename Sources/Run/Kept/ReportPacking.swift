import Foundation
import History
import Reporting

/// Compresses the pieces of a report's kept form for the store.
struct ReportPacking {
  private let frame: Gzip.Writer
  /// Bytes of the frame so far.
  private var frameSize = 0
  private var parts = PackedReport.Parts()
  private var index = FindingIndex.Builder()

  init() throws { frame = try Gzip.Writer() }

  mutating func add(_ piece: KeptReport.Piece) throws {
    guard let list = piece.list else {
      try frame.add(piece.bytes)
      frameSize += piece.bytes.count
      return
    }
    // Parts are numbered from 1.
    for id in piece.ids { index.add(id, part: parts.count + 1) }
    let items = try Gzip.Writer()
    try items.add(piece.bytes)
    try parts.append(PackedReport.Part(list: list.rawValue, place: frameSize, items: try items.finish()))
  }

  /// To be called once.
  func finish() throws -> PackedReport {
    try parts.flush()
    return PackedReport(frame: try frame.finish(), parts: parts, index: index.finish())
  }
}
