import Foundation

/// A file that every input is written to in its turn, in a folder of its own.
final class ScratchFile {
  let folder: String
  let path: String
  private let descriptor: Int32

  /// - Parameter name: of the file.
  init(_ name: String = "input") {
    var template = Array((FileManager.default.temporaryDirectory.path + "/relay-fuzz-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { defect("there is no temporary folder") }
    folder = String(cString: made)
    path = folder + "/" + name
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { defect("\(path) cannot be made") }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard ftruncate(descriptor, 0) == 0 else { defect("\(path) cannot be emptied") }
    var offset = 0
    while offset < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset, off_t(offset))
      guard count > 0 else { defect("\(path) cannot be written") }
      offset += count
    }
  }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer(write) }
}
