import CSimdJSON
import Evidence
import Foundation

/// Frames of a text, in order, and what parsing and searching their records gave.
///
/// The records are parsed together, as elements of an array, which takes less than parsing each. If one of them is no
/// JSON, none is parsed here: the reader parses them one by one, and names the one that is wrong.
///
/// # Safety
/// `changed` guards `state` and `filling`. All else belongs to the thread that fills the batch, until `seal`; then to
/// the one that takes it to parse it; and from the end of `finish` on to the thread that filled it, which reads it.
final class FramedBatch: @unchecked Sendable {
  private enum State { case filling, sealed, taken, parsed }

  private let changed = NSCondition()
  private var state = State.filling
  /// How often it was filled. A helper that comes late finds that it is another time.
  private(set) var filling = 0

  private(set) var frames: [Frame] = []
  /// The secrets in the records, by the index of the frame. Few records have one.
  private(set) var secrets: [Int: Set<ExposedSecret.Kind>] = [:]
  /// A bracket, and the records with a comma after each; `rsj_padding` more bytes are initialised.
  private var text: UnsafeMutableBufferPointer<UInt8>
  private var length = 1
  private var records = 0
  /// Whether brackets and quotes of each record match.
  private let areClosed: Bool
  private let scan: SecretScan
  private let tape: JSONTape
  /// Of the first record, which is followed by those of the others; nil where each has to be parsed alone.
  private(set) var firstValue: JSONValue?

  /// Bytes of text after which a batch is full: enough for a hundred accounts, and little enough for a processor's cache.
  private static let size = 64 << 10

  /// - Parameter areClosed: as `RecordFramer.closesRecords`.
  init(areClosed: Bool, scan: SecretScan) throws(ReadFailure) {
    self.areClosed = areClosed
    self.scan = scan
    tape = try JSONTape()
    text = Self.text(of: 2 * Self.size)
  }

  deinit { text.deallocate() }

  private static func text(of size: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    text.initialize(repeating: UInt8(ascii: "["))
    return text
  }

  // MARK: - Filling

  var isFull: Bool { length >= Self.size }
  /// Bytes.
  var byteCount: Int { length }
  /// Whether it grew beyond what one is worth keeping for.
  var isLarge: Bool { text.count > 2 * Self.size }

  func add(_ frame: Frame) {
    guard case .record(let bytes, let number, let hasBackslash) = frame else {
      frames.append(frame)
      return
    }
    reserve(bytes.count + 1)
    let place = UnsafeMutableBufferPointer(rebasing: text[length..<(length + bytes.count)])
    UnsafeMutableRawBufferPointer(place).copyMemory(from: UnsafeRawBufferPointer(bytes))
    length += bytes.count
    text[length] = UInt8(ascii: ",")
    length += 1
    records += 1
    frames.append(.record(BorrowedText(place), number: number, hasBackslash: hasBackslash))
  }

  private func reserve(_ count: Int) {
    let needed = length + count + Int(rsj_padding)
    guard needed > text.count, let before = text.baseAddress else { return }
    let grown = Self.text(of: max(needed, 2 * text.count))
    UnsafeMutableRawBufferPointer(grown).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<length]))
    frames = frames.map { frame in
      guard case .record(let bytes, let number, let hasBackslash) = frame, let start = bytes.baseAddress else {
        return frame
      }
      let offset = UnsafePointer(before).distance(to: start)
      return .record(
        BorrowedText(rebasing: UnsafeBufferPointer(grown)[offset..<(offset + bytes.count)]), number: number,
        hasBackslash: hasBackslash)
    }
    text.deallocate()
    text = grown
  }

  /// Ends the filling. From here on, helpers may parse the batch.
  func seal() { changed.withLock { state = .sealed } }

  /// Empties it, to be filled again.
  func reset() {
    changed.withLock {
      state = .filling
      filling += 1
    }
    frames.removeAll(keepingCapacity: true)
    secrets.removeAll()
    (length, records, firstValue) = (1, 0, nil)
  }

  // MARK: - Parsing

  /// Parses the records, unless that was begun, or the batch is another one by now.
  func help(_ filling: Int, with parsers: ParserPool) {
    guard take(filling) else { return }
    parse(by: parsers)
    changed.lock()
    state = .parsed
    changed.signal()
    changed.unlock()
  }

  private func take(_ filling: Int) -> Bool {
    changed.withLock {
      guard state == .sealed, filling == self.filling else { return false }
      state = .taken
      return true
    }
  }

  /// Parses the records, or waits for the helper that does.
  func finish(with parsers: ParserPool) {
    help(filling, with: parsers)
    changed.lock()
    while state != .parsed { changed.wait() }
    changed.unlock()
  }

  private func parse(by parsers: ParserPool) {
    findSecrets()
    // A parser that has grown stays large, and each helper may come to have one.
    guard records > 1, !isLarge, areClosed || holdsClosedObjects else { return }
    text[length - 1] = UInt8(ascii: "]")
    let bytes = BorrowedText(rebasing: UnsafeBufferPointer(text)[..<length])
    let list = try? parsers.withParser { (parser) throws(JSONFault) in try tape.parse(padded: bytes, by: parser) }
    // A list of as many values, each record in brackets of its own: so each record is one of them.
    firstValue = list?.first
  }

  private var holdsClosedObjects: Bool {
    frames.allSatisfy { frame in
      guard case .record(let bytes, _, _) = frame else { return true }
      var scan = rsj_scan()
      var consumed = 0
      return bytes.first == UInt8(ascii: "{")
        && rsj_scan_value(&scan, bytes.baseAddress, bytes.count, &consumed) == rsj_scan_closed
        && consumed == bytes.count
    }
  }

  private func findSecrets() {
    guard scan.mayFind(in: BorrowedText(rebasing: UnsafeBufferPointer(text)[..<length])) else { return }
    for (index, frame) in frames.enumerated() {
      guard case .record(let bytes, _, _) = frame else { continue }
      let kinds = scan.kinds(inRecord: bytes)
      if !kinds.isEmpty { secrets[index] = kinds }
    }
  }
}
