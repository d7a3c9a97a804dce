package import Foundation
import Platform

/// A report as the store keeps it: its text without the items of its long lists, and these items in parts, so that
/// one finding is read without the others.
package struct PackedReport: Sendable {
  /// Some of the items of one list.
  package struct Part: Sendable {
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
  package var parts: Parts
  package var index: FindingIndex

  package init(frame: Data, parts: Parts = Parts(), index: FindingIndex = FindingIndex()) {
    self.frame = frame
    self.parts = parts
    self.index = index
  }
}

extension PackedReport {
  /// The parts of a report, one by one: in memory while they are small, else in a temporary file, since those of a
  /// million findings take 90 MB.
  package struct Parts: Sendable {
    private var few: [Part] = []
    private var file: ScratchFile?
    package private(set) var count = 0
    /// Of `few`, in bytes.
    private var size = 0
    private let limit: Int

    /// - Parameter limit: bytes that stay in memory.
    package init(limit: Int = 4 << 20) { self.limit = limit }

    /// - Throws: `FolderProblem`, `Interruption.Stopped`.
    package mutating func append(_ part: Part) throws {
      count += 1
      guard file != nil || size + part.items.count > limit else {
        few.append(part)
        size += part.items.count
        return
      }
      let file = try self.file ?? ScratchFile()
      self.file = file
      try file.append { part.write(to: &$0) }
    }

    /// To be called when all are there.
    ///
    /// - Throws: as `append`.
    package func flush() throws { try file?.flush() }

    /// - Throws: `FolderProblem`, and what `body` throws.
    func each(_ body: (Part) throws -> Void) throws {
      for part in few { try body(part) }
      guard let file else { return }
      var records = ScratchFile.Reader(file, 0..<file.size)
      while let part = try records.next({ Part(from: &$0) }) { try body(part) }
    }
  }
}

extension PackedReport.Part {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.add(count: list)
    writer.add(Int64(place))
    writer.add(items)
  }

  fileprivate init?(from reader: inout ByteReader) {
    guard let list = reader.count(), let place = reader.number(), let items = reader.data() else { return nil }
    self.init(list: list, place: Int(place), items: items)
  }
}
