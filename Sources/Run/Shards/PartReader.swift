import Foundation
import Platform

/// Reads the lines of a part, one after another.
struct PartReader {
  private let path: String
  private let file: FileHandle
  private let decoder = JSONDecoder()
  private var chunk = Data()
  private var number = 0

  private static let chunk = 1 << 20

  /// One line. Its value is the bytes of JSON behind its key.
  struct Line {
    var kind: PartLine
    var value: Data
  }

  /// - Throws: `UserError` where there is no such file.
  init(path: String) throws(UserError) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw UserError(.noSuchInput, "\(path) is not there or cannot be read", remedy: "name the parts of all shards")
    }
    (self.path, self.file) = (path, file)
  }

  /// Nil at the end.
  ///
  /// - Throws: `UserError`, `Interruption.Stopped`.
  mutating func next() throws -> Line? {
    number += 1
    guard let bytes = try line() else { return nil }
    let text = Data(bytes)
    guard text.starts(with: Self.begin), text.last == UInt8(ascii: "}"),
      let end = text[2...].firstRange(of: Self.middle),
      let kind = PartLine(rawValue: String(decoding: text[2..<end.lowerBound], as: UTF8.self))
    else { throw fault("is no line of a part") }
    return Line(kind: kind, value: text[end.upperBound..<(text.count - 1)])
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
  func fault(_ problem: String) -> UserError {
    UserError(.unusableData, "\(path): line \(number) \(problem)", remedy: "judge the shard again")
  }

  private static let begin = Data("{\"".utf8)
  private static let middle = Data("\":".utf8)

  /// The next line without its end; nil where there is none. A last line without an end is cut off.
  private mutating func line() throws -> Data? {
    var searched = chunk.startIndex
    while true {
      if let end = chunk[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { chunk = chunk[(end + 1)...] }
        return chunk[..<end]
      }
      try Interruption.check()
      guard let more = try file.read(upToCount: Self.chunk), !more.isEmpty else {
        guard chunk.isEmpty else { throw fault("is cut off") }
        return nil
      }
      let rest = chunk.count
      chunk = Data(chunk) + more
      searched = chunk.startIndex + rest
    }
  }
}
