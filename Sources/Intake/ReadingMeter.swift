import Synchronization

/// The progress of reading one source. One thread writes it; any thread may read it.
package final class ReadingMeter: Sendable {
  /// Bytes of the file, as they are on disk; 0 if unknown.
  private let size = Atomic<Int64>(0)
  private let bytes = Atomic<Int64>(0)
  private let read = Atomic<Int64>(0)

  package init() {}

  /// Between 0 and 1; nil if the source's length is unknown.
  package var share: Double? {
    let size = size.load(ordering: .relaxed)
    return size > 0 ? min(1, Double(bytes.load(ordering: .relaxed)) / Double(size)) : nil
  }

  /// Records read, whatever became of them.
  package var records: Int64 { read.load(ordering: .relaxed) }

  /// Begins to count for another source.
  package func reset() { begin(size: nil) }

  /// - Parameter size: nil of a stream.
  func begin(size: Int64?) {
    self.size.store(size ?? 0, ordering: .relaxed)
    bytes.store(0, ordering: .relaxed)
    read.store(0, ordering: .relaxed)
  }

  func set(bytes count: Int64) { bytes.store(count, ordering: .relaxed) }

  /// One thread counts, so that no addition has to be atomic.
  @inline(__always)
  func countRecord() { read.store(read.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}
