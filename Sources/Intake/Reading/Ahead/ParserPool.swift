import CSimdJSON
import Synchronization

/// Parsers for whichever thread has to parse something.
final class ParserPool: Sendable {
  /// # Safety
  /// A parser belongs to the thread that took it. The mutex orders its use before that of the next one.
  private struct Handed: @unchecked Sendable {
    let parser: JSONParser
  }

  private let free = Mutex<[Handed]>([])

  /// - Throws: what `body` throws; a fault of memory where there is no memory for a parser.
  func withParser<Result>(_ body: (JSONParser) throws(JSONFault) -> Result) throws(JSONFault) -> Result {
    guard let handed = take() else { throw JSONFault(code: rsj_fault_memory) }
    defer { free.withLock { $0.append(handed) } }
    return try body(handed.parser)
  }

  private func take() -> Handed? {
    if let handed = free.withLock({ $0.popLast() }) { return handed }
    return (try? JSONParser()).map { Handed(parser: $0) }
  }
}
