import CZlib
import Foundation

/// Compresses what the history keeps.
enum Gzip {
  struct Failure: Error {
    var code: Int32
  }

  /// 15 bits of window, and 16 more for a gzip header.
  private static let windowBits: Int32 = 15 + 16

  static func compress(_ data: Data) throws -> Data {
    var stream = z_stream()
    let code = relay_deflate_init(&stream, 6, windowBits)
    guard code == Z_OK else { throw Failure(code: code) }
    defer { deflateEnd(&stream) }
    return try run(&stream, data) { deflate(&$0, Z_FINISH) }
  }

  static func decompress(_ data: Data) throws -> Data {
    var stream = z_stream()
    let code = relay_inflate_init(&stream, windowBits)
    guard code == Z_OK else { throw Failure(code: code) }
    defer { inflateEnd(&stream) }
    return try run(&stream, data) { inflate(&$0, Z_NO_FLUSH) }
  }

  private static func run(
    _ stream: inout z_stream, _ data: Data, _ step: (inout z_stream) -> Int32
  ) throws -> Data {
    var input = [UInt8](data)
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    try input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var code = Z_OK
      repeat {
        try buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          code = step(&stream)
          guard code == Z_OK || code == Z_STREAM_END else { throw Failure(code: code) }
          output.append(contentsOf: buffer[..<(buffer.count - Int(stream.avail_out))])
        }
      } while code != Z_STREAM_END
    }
    return output
  }
}
