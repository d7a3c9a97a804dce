import Foundation
import Platform

/// Reads the lines of a part, one after another.
struct PartReader {
  private let path: String
  private let file: FileHandle
  private let decoder = JSONDecoder()
  private var chunk = Data()
  /// How many bytes of the chunk were read.
  private var done = 0
  private var number: Int
  /// The byte of the file with which the next line begins.
  private var offset: UInt64

  private static let chunk = 1 << 20

  /// One line.
  struct Line {
    var kind: PartLine
    /// The bytes of JSON behind its key.
    var value: Data
    /// All of it, without its end.
    var text: Data
  }

  /// Where a line begins.
  struct Start {
    var offset: UInt64 = 0
    /// How many lines are before it.
    var number = 0
  }

  /// - Throws: `UserError` where there is no such file.
  init(path: String, from start: Start = Start()) throws(UserError) {
    guard let file = FileHandle(forReadingAtPath: path), (try? file.seek(toOffset: start.offset)) != nil else {
      throw UserError(.noSuchInput, "\(path) is not there or cannot be read", remedy: "name the parts of all shards")
    }
    (self.path, self.file, offset, number) = (path, file, start.offset, start.number)
  }

  /// Where the next line begins.
  var position: Start { Start(offset: offset, number: number) }

  /// Nil at the end.
  ///
  /// - Throws: `UserError`, `Interruption.Stopped`.
  mutating func next() throws -> Line? {
    number += 1
    guard let text = try line() else { return nil }
    offset += UInt64(text.count) + 1
    guard text.starts(with: Self.begin), text.last == UInt8(ascii: "}"),
      let end = text[2...].firstRange(of: Self.middle),
      let kind = PartLine(rawValue: String(decoding: text[2..<end.lowerBound], as: UTF8.self))
    else { throw fault("is no line of a part") }
    return Line(kind: kind, value: text[end.upperBound..<(text.count - 1)], text: text)
  }

  /// - Throws: `UserError`.
  func decode<Value: Decodable>(_ line: Line, as type: Value.Type = Value.self) throws(UserError) -> Value {
    do {
      return try decoder.decode(type, from: line.value)
    } catch {
      throw fault("is no `\(line.kind.rawValue)` of this version")
    }
  }

  /// - Parameter problem: a clause without a subject, about the line that `next` gave last.
  func fault(_ problem: String, remedy: String = "judge the shard again") -> UserError {
    UserError(.unusableData, "\(path): line \(number) \(problem)", remedy: remedy)
  }

  private static let begin = Data("{\"".utf8)
  private static let middle = Data("\":".utf8)

  /// The next line without its end; nil where there is none. A last line without an end is cut off.
  private mutating func line() throws -> Data? {
    var searched = done
    while true {
      if let end = end(from: searched) {
        defer { done = end + 1 }
        return chunk.subdata(in: done..<end)
      }
      try Interruption.check()
      let more: Data?
      do {
        more = try file.read(upToCount: Self.chunk)
      } catch {
        throw UserError(.noSuchInput, "\(path) cannot be read", remedy: "name the parts of all shards")
      }
      guard let more, !more.isEmpty else {
        guard done == chunk.count else { throw fault("is cut off") }
        return nil
      }
      searched = chunk.count - done
      chunk = chunk.subdata(in: done..<chunk.count) + more
      done = 0
    }
  }

  /// Where in the chunk the line ends that begins there or before; nil where it goes on.
  ///
  /// # Safety
  /// `memchr` looks at the bytes from `start` to the end of the chunk, and keeps no pointer to them.
  private func end(from start: Int) -> Int? {
    chunk.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
