import Foundation

/// Runs another program to its end. Foundation's `Process` is not used: it opens sockets of the loopback network for
/// itself, and this program opens none.
package enum ChildProgram {
  package struct Outcome: Sendable {
    /// Of its exit; 128 and the signal's number where a signal ended it.
    package let status: Int32
    package let output: String
    /// What it wrote to standard error.
    package let errors: String
  }

  /// It could not be started.
  package struct Failure: Error, CustomStringConvertible {
    let code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  /// - Parameters:
  ///   - path: of the program.
  ///   - environment: all of it.
  ///   - input: what standard input gives. As what the program writes to standard error, it is shorter than a pipe
  ///     holds (16 KiB or more).
  package static func run(
    _ path: String, _ arguments: [String], environment: [String: String], input: String
  ) throws(Failure) -> Outcome {
    let (standardInput, output, errors) = (try Channel(), try Channel(), try Channel())
    let process = try start(
      [path] + arguments, environment.map { "\($0)=\($1)" },
      streams: [standardInput.reader, output.writer, errors.writer])
    for channel in [output, errors] { channel.closeWriter() }
    standardInput.write(Array(input.utf8))
    standardInput.closeWriter()
    let (text, problem) = (output.readAll(), errors.readAll())
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return Outcome(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: text, errors: problem)
  }

  /// # Safety
  /// The texts that `words` and `variables` point to are freed after the call, which copies them.
  private static func start(
    _ arguments: [String], _ environment: [String], streams: [Int32]
  ) throws(Failure) -> pid_t {
    let (words, variables) = (arguments.map { strdup($0) }, environment.map { strdup($0) })
    defer { for text in words + variables { free(text) } }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, nil, words + [nil], variables + [nil])
    guard code == 0 else { throw Failure(code: code) }
    return process
  }
}

/// A pipe, whose ends other programs do not inherit. One thread uses it.
private final class Channel {
  let reader: Int32
  private(set) var writer: Int32

  init() throws(ChildProgram.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ChildProgram.Failure(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    closeWriter()
    close(reader)
  }

  func closeWriter() {
    guard writer >= 0 else { return }
    close(writer)
    writer = -1
  }

  /// A program that does not read all of it is no error.
  func write(_ bytes: [UInt8]) {
    try? FileBytes.write(bytes, to: writer)
  }

  func readAll() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
