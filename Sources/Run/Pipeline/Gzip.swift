import CZlib
import Foundation

/// Compresses what the history keeps.
enum Gzip {
  struct Failure: Error {
    var code: Int32
  }

  /// 15 bits of window, and 16 more for a gzip header.
  private static let windowBits: Int32 = 15 + 16

  /// # Safety
  /// zlib's state points back at the stream, which therefore stands outside of Swift's variables. `next_in` and
  /// `next_out` point into buffers that outlive each call.
  static func decompress(_ data: Data) throws -> Data {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    let code = relay_inflate_init(stream, windowBits)
    guard code == Z_OK else { throw Failure(code: code) }
    defer { inflateEnd(stream) }
    var input = [UInt8](data)
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    try input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      var code = Z_OK
      repeat {
        try buffer.withUnsafeMutableBufferPointer { buffer in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          code = inflate(stream, Z_NO_FLUSH)
          guard code == Z_OK || code == Z_STREAM_END else { throw Failure(code: code) }
          output.append(contentsOf: buffer[..<(buffer.count - Int(stream.pointee.avail_out))])
        }
      } while code != Z_STREAM_END
      // Nothing may follow the stream.
      guard stream.pointee.avail_in == 0 else { throw Failure(code: Z_DATA_ERROR) }
    }
    return output
  }

  /// Compresses a text that comes in pieces.
  ///
  /// # Safety
  /// zlib's state points back at `stream`, which stays where it is until `deinit`. `next_in` and `next_out` point into
  /// buffers that outlive each call.
  final class Writer {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = Data()

    /// zlib's levels.
    enum Level: Int32 {
      case fast = 1
      case usual = 6
    }

    init(_ level: Level = .usual) throws {
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
      let code = relay_deflate_init(stream, level.rawValue, Gzip.windowBits)
      guard code == Z_OK else {
        stream.deallocate()
        throw Failure(code: code)
      }
    }

    deinit {
      deflateEnd(stream)
      stream.deallocate()
    }

    func add(_ bytes: [UInt8]) throws { try run(bytes, Z_NO_FLUSH) }

    /// The compressed text; what is added after it is another one.
    func take() throws -> Data {
      defer { output = Data() }
      let text = try finish()
      let code = deflateReset(stream)
      guard code == Z_OK else { throw Failure(code: code) }
      return text
    }

    /// The compressed text; nothing can be added after it.
    func finish() throws -> Data {
      try run([], Z_FINISH)
      return output
    }

    private func run(_ bytes: [UInt8], _ flush: Int32) throws {
      var bytes = bytes
      try bytes.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        var code = Z_OK
        repeat {
          try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { buffer in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(buffer.count)
            code = deflate(stream, flush)
            guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw Failure(code: code) }
            output.append(contentsOf: buffer[..<(buffer.count - Int(stream.pointee.avail_out))])
          }
        } while stream.pointee.avail_out == 0
      }
    }
  }
}
