import Foundation

/// A file, or standard output, that is written in large pieces. One that is not wanted takes nothing.
final class Output {
  private let descriptor: Int32?
  private var bytes: [UInt8] = []

  init(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { fail("\(path) cannot be written") }
    descriptor = file
    bytes.reserveCapacity(1 << 21)
  }

  init(descriptor: Int32?) {
    self.descriptor = descriptor
  }

  func add(_ text: StaticString) {
    guard descriptor != nil else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  func add(_ text: [UInt8]) {
    guard descriptor != nil else { return }
    bytes.append(contentsOf: text)
  }
  func add(_ number: UInt64) {
    guard descriptor != nil else { return }
    bytes.append(contentsOf: String(number).utf8)
  }

  func endRecord() { if bytes.count > 1 << 20 { flush() } }

  func flush() {
    guard let descriptor else { return }
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
      guard written > 0 else { fail("output cannot be written: \(String(cString: strerror(errno)))") }
      start += written
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
