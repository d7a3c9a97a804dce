import CSimdJSON

/// A buffer that slides over a text and grows only as far as one record needs.
///
/// # Safety
/// - The window owns `storage`, of `capacity + rsj_padding` bytes. `0 <= start <= end <= capacity` at all times.
/// - After `fill`, the `rsj_padding` bytes beyond `end` are initialised, since a scan may read them.
/// - `bytes` and what is cut from it are valid until the next `fill`, which may move or free them.
/// - One thread uses a window. The worker of `ahead` touches the stream and its own slots, never the window.
final class ByteWindow {
  private let stream: ByteStream
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  private let step: Int
  /// Set once the text has proved long enough to be worth a thread.
  private var ahead: ReadAhead?
  private var mayReadAhead: Bool
  private static let aheadOffset: Int64 = 1 << 20

  /// No bytes come after those in the window.
  private(set) var isAtEnd = false
  /// Why reading stopped before the end, if it did. What was read before stays usable.
  private(set) var failure: ReadFailure?
  /// Where the window begins in the text.
  private(set) var offset: Int64 = 0

  init(stream: ByteStream, chunkSize: Int, mayReadAhead: Bool = true) {
    self.mayReadAhead = mayReadAhead
    self.stream = stream
    // A chunk of one byte is for tests; the window still has to read two to see gzip's mark.
    step = max(chunkSize, 2)
    capacity = 2 * step
    storage = .allocate(capacity: capacity + Int(rsj_padding))
  }

  deinit {
    ahead?.stop()
    storage.deallocate()
  }

  /// Gives the stream back, for its hash and its end.
  func stop() {
    ahead?.stop()
  }

  /// What was read and not yet consumed; at least `rsj_padding` more bytes are readable after it.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage + start, count: end - start) }

  var count: Int { end - start }

  func consume(_ count: Int) {
    assert(count >= 0 && start + count <= end)
    start += count
    offset += Int64(count)
  }

  /// Reads more bytes; false at the end of the text.
  func fill() -> Bool {
    guard !isAtEnd else { return false }
    makeRoom()
    do {
      let room = UnsafeMutableRawBufferPointer(start: storage + end, count: capacity - end)
      if offset > Self.aheadOffset, mayReadAhead {
        mayReadAhead = false
        ahead = ReadAhead(stream: stream, slotSize: min(step, 1 << 18))
      }
      let got = if let ahead { try ahead.read(into: room) } else { try stream.read(into: room) }
      end += got
      assert(end <= capacity)
      isAtEnd = got == 0
    } catch {
      failure = error
      isAtEnd = true
    }
    (storage + end).initialize(repeating: 0, count: Int(rsj_padding))
    return !isAtEnd
  }

  /// Reads until `count` bytes are there, or the text ends.
  func fill(to count: Int) {
    while self.count < count, fill() {}
  }

  private func makeRoom() {
    guard capacity - end < step else { return }
    let length = end - start
    if start >= step, capacity - length >= step {
      storage.update(from: storage + start, count: length)
    } else {
      let grown = max(capacity * 2, length + step)
      let next = UnsafeMutablePointer<UInt8>.allocate(capacity: grown + Int(rsj_padding))
      next.update(from: storage + start, count: length)
      storage.deallocate()
      storage = next
      capacity = grown
    }
    start = 0
    end = length
  }
}
