import Evidence
import Foundation

@testable import Intake

/// What a framer handed out, in bytes of its own.
enum Cut: Equatable, CustomStringConvertible {
  case record([UInt8], Int64)
  case row([[UInt8]], Int64)
  case fault(Int64, String)
  case cutShort(Int64)

  init(_ frame: Frame) {
    switch frame {
    case .record(let bytes, let number, _): self = .record(Array(bytes), number)
    case .fault(let number, let reason, _): self = .fault(number, reason)
    case .cutShort(let number): self = .cutShort(number)
    }
  }

  init(_ result: FirebaseRowFramer.Result) {
    switch result {
    case .row(let fields, let number): self = .row(fields.map(Array.init), number)
    case .fault(let number, let reason): self = .fault(number, reason)
    case .cutShort(let number): self = .cutShort(number)
    }
  }

  init(_ result: CSVFramer.Result) {
    switch result {
    case .row(let row, let number): self = .row(row.fields.map(Array.init), number)
    case .misfit(_, let number, let reason): self = .fault(number, reason)
    case .fault(let number, let reason): self = .fault(number, reason)
    case .cutShort(let number): self = .cutShort(number)
    }
  }

  /// A record's text or a row's fields with bars between them.
  var text: String? {
    switch self {
    case .record(let bytes, _): String(decoding: bytes, as: UTF8.self)
    case .row(let fields, _): fields.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
    default: nil
    }
  }

  var description: String {
    switch self {
    case .record(_, let number), .row(_, let number): "\(number): \(text ?? "")"
    case .fault(let number, let reason): "\(number) fault: \(reason)"
    case .cutShort(let number): "\(number) cut short"
    }
  }
}

enum Framer: CaseIterable {
  case users, values, lines, table, firebaseRows

  /// All frames of `bytes`, read `chunk` bytes at a time.
  func cuts(_ bytes: [UInt8], chunk: Int, limit: Int = 1 << 20) throws -> [Cut] {
    let folder = try TemporaryFolder()
    return try cuts(file: folder.write(bytes), chunk: chunk, limit: limit)
  }

  func cuts(file path: String, chunk: Int, limit: Int = 1 << 20) throws -> [Cut] {
    let stream = try ByteStream(path: path.utf8CString.map { $0 }, chunkSize: chunk)
    let window = ByteWindow(stream: stream, chunkSize: chunk, mayReadAhead: false)
    var cuts: [Cut] = []
    switch self {
    case .users, .values:
      var framer = JSONFramer(window: window, listKeys: self == .users ? ["users"] : [], limit: limit)
      while let frame = framer.next() { cuts.append(Cut(frame)) }
    case .lines:
      var framer = LineFramer(window: window, limit: limit)
      while let frame = framer.next() { cuts.append(Cut(frame)) }
    case .table:
      var framer = CSVFramer(window: window, limit: limit)
      while let frame = framer.next() { cuts.append(Cut(frame)) }
    case .firebaseRows:
      var framer = FirebaseRowFramer(window: window, limit: limit)
      while let frame = framer.next() { cuts.append(Cut(frame)) }
    }
    return cuts
  }

  func texts(_ text: String, limit: Int = 1 << 20) throws -> [String] {
    try cuts(Array(text.utf8), chunk: 1 << 16, limit: limit).map { $0.text ?? $0.description }
  }
}
