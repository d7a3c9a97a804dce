import Foundation
import Testing

/// A terminal that keeps all that is written to it.
///
/// # Safety
/// One block on a queue writes `bytes`, and `finish` reads them when it has ended; the rest is constant.
final class PseudoTerminal: @unchecked Sendable {
  /// What a program is started with.
  let device: FileHandle
  private let controller: FileHandle
  private let reading = DispatchGroup()
  private var bytes = Data()

  /// `TIOCSPTLCK` and `TIOCGPTN` of Linux.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: UInt16) throws {
    // Swift's Glibc has neither posix_openpt nor the numbers of these requests.
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(descriptor >= 0)
    var (isLocked, number, size) = (
      Int32(0), Int32(0), winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    )
    let unlocking = ioctl(descriptor, Self.setLock, &isLocked)
    let naming = ioctl(descriptor, Self.getNumber, &number)
    let sizing = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    let opened = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(unlocking == 0 && naming == 0 && sizing == 0 && opened >= 0)
    controller = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    device = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
    DispatchQueue.global().async(group: reading) { [self] in
      let descriptor = controller.fileDescriptor
      var buffer = [UInt8](repeating: 0, count: 4096)
      // Reading ends with an error when nobody has the device open any more.
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    }
  }

  /// All that was written, after the program has ended.
  func finish() throws -> Screen {
    try device.close()
    reading.wait()
    return Screen(String(decoding: bytes, as: UTF8.self))
  }

  /// What a person saw.
  struct Screen {
    /// As written, with the terminal's own ends of lines.
    let text: String
    /// What stood on the line of progress, one after the other.
    let drawn: [String]
    /// What is left at the end.
    let lines: [String]

    init(_ text: String) {
      self.text = text
      let parts = text.components(separatedBy: "\r\u{1B}[K")
      drawn = parts.dropFirst().map { $0.prefix { !$0.isNewline } }.map(String.init).filter {
        !$0.isEmpty && !$0.hasPrefix("relay-audit: ")
      }
      lines = text.components(separatedBy: "\r\n").compactMap { line in
        let left = line.components(separatedBy: "\r\u{1B}[K").last ?? ""
        return left.isEmpty ? nil : left
      }
    }
  }
}

extension Workplace {
  /// Starts the program on a terminal.
  ///
  /// - Parameters:
  ///   - variables: of the environment, besides `TERM`.
  ///   - input: is written to standard input one after the other, a quarter of a second apart.
  /// - Returns: what is written to standard error, or with `isOutputShown`, to standard output.
  func run(
    _ arguments: [String], columns: UInt16, variables: [String: String] = [:], input: [String] = [],
    isOutputShown: Bool = false
  ) throws -> (status: Int32, screen: PseudoTerminal.Screen) {
    let terminal = try PseudoTerminal(columns: columns)
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin"].merging(variables) { $1 }
    process.standardError = isOutputShown ? FileHandle.nullDevice : terminal.device
    process.standardOutput = isOutputShown ? terminal.device : FileHandle.nullDevice
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    for text in input {
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      Thread.sleep(forTimeInterval: 0.25)
    }
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return (process.terminationStatus, try terminal.finish())
  }
}
