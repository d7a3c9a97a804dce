import CZlib
import Foundation
import Timestamps
import Vocabulary

/// A file or folder of the sample that cannot be written.
package struct DemoFailure: Error, Hashable, Sendable {
  package var path: String
  package var cause: String
}

/// One file of the sample, written in pieces and readable by its owner only.
final class SampleFile {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// - Throws: `DemoFailure`.
  init(_ folder: String, _ name: String) throws {
    path = folder + "/" + name
    try SampleFile.makeFolder((path as NSString).deletingLastPathComponent)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DemoFailure(path: path, cause: String(cString: strerror(errno))) }
  }

  /// A configuration whose first line names its schema for editors.
  ///
  /// - Parameter up: the way from the folder to that of the sample, where the schema is.
  static func configuration(_ folder: String, up: String, name: String = "relay-audit.yaml") throws -> SampleFile {
    let file = try SampleFile(folder, name)
    try file.write(EditorSchema.modeline(up: up))
    return file
  }

  deinit {
    close(descriptor)
  }

  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw DemoFailure(path: path, cause: "the folder cannot be made")
    }
  }

  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 20 { try flush() }
  }

  func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    try flush()
  }

  /// To be called when everything is written.
  func flush() throws {
    var start = 0
    while start < buffer.count {
      let count = buffer[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw DemoFailure(path: path, cause: String(cString: strerror(errno))) }
      start += max(0, count)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Sets the modification time, which stands for an export's time of capture.
  func finish(at time: Timestamp) throws {
    try flush()
    let moment = timespec(tv_sec: Int(time.milliseconds / 1000), tv_nsec: Int(time.milliseconds % 1000) * 1_000_000)
    let times = [moment, moment]
    guard futimens(descriptor, times) == 0 else {
      throw DemoFailure(path: path, cause: String(cString: strerror(errno)))
    }
  }
}

enum DemoGzip {
  /// One gzip member; the sample's compressed files are small.
  static func compress(_ text: String) -> [UInt8] {
    var input = Array(text.utf8)
    var stream = z_stream()
    guard relay_deflate_init(&stream, 6, 15 + 16) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))) + 64)
    let inputCount = UInt32(input.count)
    let outputCount = UInt32(output.count)
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = inputCount
        stream.next_out = output.baseAddress
        stream.avail_out = outputCount
        _ = deflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(Int(outputCount - stream.avail_out)))
  }
}
