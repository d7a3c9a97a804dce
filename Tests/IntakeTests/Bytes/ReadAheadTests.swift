import Demo
import Foundation
import Testing

@testable import Intake

@Suite struct ReadAheadTests {
  private static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
  }

  private func stream(_ bytes: [UInt8], chunk: Int = 1 << 16, in folder: TemporaryFolder) throws -> ByteStream {
    try ByteStream(path: folder.write(bytes).utf8CString.map { $0 }, chunkSize: chunk)
  }

  private func drain(_ ahead: ReadAhead, by size: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try ahead.read(into: buffer)
      if count == 0 { return result }
      result.append(contentsOf: buffer[..<count])
    }
  }

  /// Fewer bytes than a slot, whole slots, one more and one less, and more slots than there are.
  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 256, 1000, 64 * 16, 64 * 50 + 7])
  func bytesComeInOrder(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = Self.content(count)
    for size in [1, 3, 64, 100, 4096] {
      let stream = try stream(bytes, in: folder)
      let ahead = try #require(ReadAhead(stream: stream, slotSize: 64, slotCount: 3))
      #expect(try drain(ahead, by: size) == bytes, "\(size) at a time")
      // The end stays the end.
      #expect(try drain(ahead, by: size) == [])
      ahead.stop()
      #expect(stream.byteCount == Int64(count))
    }
  }

  @Test func anErrorComesAfterTheBytesBeforeIt() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 7)
    let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var packed = gzip(bytes)
    for index in (packed.count - 8)..<packed.count { packed[index] ^= 0x5A }
    let ahead = try #require(ReadAhead(stream: try stream(packed, chunk: 512, in: folder), slotSize: 512, slotCount: 2))
    defer { ahead.stop() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 300, alignment: 1)
    defer { buffer.deallocate() }
    var read: [UInt8] = []
    var failure: ReadFailure?
    while failure == nil {
      do throws(ReadFailure) {
        let count = try ahead.read(into: buffer)
        if count == 0 { break }
        read.append(contentsOf: buffer[..<count])
      } catch {
        failure = error
      }
    }
    #expect(failure?.reason == "the compressed data is damaged; export or copy the file again")
    #expect(read.count > 15_000 && read == Array(bytes.prefix(read.count)))
    // Asked again, it says the same.
    #expect(throws: ReadFailure.self) { _ = try ahead.read(into: buffer) }
  }

  /// The thread waits for a free slot, or has long ended, or has only just begun.
  @Test func stoppingEarlyGivesTheStreamBack() throws {
    let folder = try TemporaryFolder()
    let bytes = Self.content(100_000)
    for taken in [0, 1, 500] {
      for slots in [1, 2, 2000] {
        let stream = try stream(bytes, in: folder)
        let ahead = try #require(ReadAhead(stream: stream, slotSize: 64, slotCount: slots))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { buffer.deallocate() }
        for index in 0..<taken {
          #expect(try ahead.read(into: buffer) == 1)
          #expect(buffer[0] == bytes[index])
        }
        ahead.stop()
        ahead.stop()
        try stream.drain()
        #expect(stream.byteCount == 100_000)
      }
    }
  }

  @Test func aWindowReadsTheSameWithAndWithoutIt() throws {
    let folder = try TemporaryFolder()
    let bytes = Self.content(3 << 20)
    var results: [[UInt8]] = []
    for mayReadAhead in [true, false] {
      let window = ByteWindow(
        stream: try stream(bytes, in: folder), chunkSize: 1 << 16, mayReadAhead: mayReadAhead)
      var read: [UInt8] = []
      while window.fill() {
        read.append(contentsOf: window.bytes)
        window.consume(window.count)
      }
      window.stop()
      results.append(read)
    }
    #expect(results[0] == bytes && results[1] == bytes)
  }
}
