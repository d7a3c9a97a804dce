#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads and decompresses on a worker thread, so that hashing does not wait for parsing.
///
/// # Safety
/// Sound as `@unchecked Sendable` because every stored property has one owner at a time:
/// - `stream` belongs to the worker from `init` until `stop()` returns, then to the caller again.
/// - A slot belongs to the worker until `filled` counts it, then to the caller until `emptied` does. Both counters
///   change under the mutex, which orders the writes to the slot before the reads.
/// - `filled`, `emptied`, `isFinished`, `isStopped` and `failure` are read and written under the mutex only; `emptied`
///   is written by the caller alone, which may therefore read it without.
/// - `thread`, `isRunning` and `taken` are the caller's alone. The caller is one thread: the owner of the `ByteWindow`.
/// - The worker retains the object, so memory is freed only after both have let go of it.
final class ReadAhead: @unchecked Sendable {
  private struct Slot {
    let bytes: UnsafeMutableRawBufferPointer
    var count = 0
  }

  private let stream: ByteStream
  private let slots: UnsafeMutablePointer<Slot>
  private let slotCount: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var thread = pthread_t()
  private var isRunning = false
  // Guarded by the mutex.
  private var filled = 0
  private var emptied = 0
  private var isFinished = false
  private var isStopped = false
  private var failure: ReadFailure?
  /// Bytes taken from the slot in front.
  private var taken = 0

  /// Nil if no thread can be created; the caller then reads by itself. The default number of slots keeps the parser
  /// busy while the worker waits to be scheduled on a loaded machine.
  ///
  /// - Parameter slotSize: bytes; at least 2, so that a gzip header is recognised.
  init?(stream: ByteStream, slotSize: Int, slotCount: Int = 16) {
    precondition(slotSize > 1 && slotCount > 0)
    self.stream = stream
    self.slotCount = slotCount
    slots = .allocate(capacity: slotCount)
    for index in 0..<slotCount {
      (slots + index).initialize(to: Slot(bytes: .allocate(byteCount: slotSize, alignment: 64)))
    }
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ReadAhead>.fromOpaque(context).takeRetainedValue().fillSlots()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return nil
    }
    isRunning = true
  }

  deinit {
    assert(!isRunning, "a worker still owns the stream")
    for index in 0..<slotCount { slots[index].bytes.deallocate() }
    slots.deallocate()
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// As `ByteStream.read`: at least one byte, or 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    // The thread that fills slots is in no group of threads, so it is told by `stop`.
    try ReadFailure.checkStopping()
    pthread_mutex_lock(mutex)
    while filled == emptied, !isFinished { pthread_cond_wait(changed, mutex) }
    let isThere = filled > emptied
    let failure = failure
    pthread_mutex_unlock(mutex)
    guard isThere else {
      if let failure { throw failure }
      return 0
    }
    let slot = slots[emptied % slotCount]
    assert(taken < slot.count)
    let count = min(buffer.count, slot.count - taken)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: slot.bytes[taken..<(taken + count)]))
    taken += count
    if taken == slot.count {
      taken = 0
      pthread_mutex_lock(mutex)
      emptied += 1
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return count
  }

  /// Ends the worker after the read that it is in, and gives the stream back.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    pthread_join(thread, nil)
  }

  private func fillSlots() {
    while true {
      pthread_mutex_lock(mutex)
      while filled - emptied == slotCount, !isStopped { pthread_cond_wait(changed, mutex) }
      let index = filled % slotCount
      let isStopped = isStopped
      pthread_mutex_unlock(mutex)
      if isStopped { return }
      var count = 0
      var thrown: ReadFailure?
      do throws(ReadFailure) {
        count = try stream.read(into: slots[index].bytes)
      } catch {
        thrown = error
      }
      pthread_mutex_lock(mutex)
      slots[index].count = count
      if count > 0 { filled += 1 } else { isFinished = true }
      failure = thrown
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
      if count == 0 { return }
    }
  }
}
