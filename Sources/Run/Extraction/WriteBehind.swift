/// Writes pieces of a file on another thread, one at a time and in order, while the caller makes the next.
///
/// # Safety
/// `write` is called by one thread at a time: `Background` stands between two calls.
final class WriteBehind {
  private let worker: Worker
  private nonisolated(unsafe) let write: ([UInt8]) throws -> Void
  private var last: Background<Void>?

  private init(_ worker: Worker, _ write: @escaping ([UInt8]) throws -> Void) {
    self.worker = worker
    self.write = write
  }

  /// - Parameters:
  ///   - worker: writes; nil for the caller.
  ///   - body: gets what takes the pieces. All are written when this returns.
  /// - Throws: what `body` and `write` throw; then nothing is being written any more.
  static func with<Result>(
    _ worker: Worker?, _ write: @escaping ([UInt8]) throws -> Void,
    _ body: (@escaping ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    guard let worker else { return try body(write) }
    let writer = WriteBehind(worker, write)
    defer { writer.last?.abandon() }
    let result = try body { try writer.add($0) }
    try writer.last?.value()
    return result
  }

  private func add(_ piece: [UInt8]) throws {
    try last?.value()
    nonisolated(unsafe) let write = write
    last = Background(on: worker) { try write(piece) }
  }
}
