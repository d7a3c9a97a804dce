import CSimdJSON
import Evidence
import Foundation

/// Frames of a text, in order, and what parsing and searching their records gave.
///
/// The records are parsed together, as elements of an array, which takes less than parsing each. If one of them is no
/// JSON, none is parsed here: the reader parses them one by one, and names the one that is wrong.
///
/// # Safety
/// - `changed` guards `state` and `filling`. All else belongs to the thread that fills the batch, until `seal`; then to
///   the one that takes it to parse it; and from the end of `finish` on to the thread that filled it, which reads it.
/// - The batch owns `text`, of at least `length + rsj_padding` initialised bytes. `frames` and `firstValue` are valid
///   until `reset`.
final class FramedBatch: @unchecked Sendable {
  private enum State { case filling, sealed, taken, parsed }

  private let changed = NSCondition()
  private var state = State.filling
  /// How often it was filled. By it, a helper that comes late knows that the batch was filled again.
  private(set) var filling = 0

  private(set) var frames: [Frame] = []
  /// The text ends in the last record, without a line end.
  private(set) var endsText = false
  /// The secrets in the records, by the index of the frame. Few records have one.
  private(set) var secrets: [Int: Set<ExposedSecret.Kind>] = [:]
  /// The value of the first record, which those of the others follow. Nil where each record has to be parsed alone.
  private(set) var firstValue: JSONValue?
  /// A bracket, and the records with a comma after each.
  private var text: UnsafeMutableBufferPointer<UInt8>
  ///
  /// Its length, in bytes.
  private(set) var length = 1
  /// Whether brackets and quotes of each record match.
  private let areClosed: Bool
  private let scan: SecretScan
  private let tape: JSONTape

  /// Bytes of text beyond which a batch is full: a hundred accounts, and a part of a processor's cache.
  private static let size = 64 << 10
  /// Frames beyond which it is full. Those that are no records take no text.
  private static let mostFrames = 4096
  /// Bytes of text that a batch is kept with.
  private static let usualSize = 2 * size

  /// - Parameter areClosed: as `RecordFramer.closesRecords`.
  init(areClosed: Bool, scan: SecretScan) throws(ReadFailure) {
    self.areClosed = areClosed
    self.scan = scan
    tape = try JSONTape()
    text = Self.text(of: Self.usualSize)
  }

  deinit { text.deallocate() }

  private static func text(of size: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    text[0] = UInt8(ascii: "[")
    return text
  }

  // MARK: - Filling

  var isFull: Bool { length >= Self.size || frames.count >= Self.mostFrames }

  /// - Parameter endsText: as `RecordFramer.endsInRecord`.
  func add(_ frame: Frame, endsText: Bool) {
    self.endsText = endsText
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
    frames.append(.record(BorrowedText(place), number: number, hasBackslash: hasBackslash))
  }

  /// Makes room for so many bytes more, and the padding.
  private func reserve(_ count: Int) {
    let needed = length + count + Int(rsj_padding)
    guard needed > text.count else { return }
    let (before, after) = (text, Self.text(of: max(needed, 2 * text.count)))
    UnsafeMutableRawBufferPointer(after).copyMemory(from: UnsafeRawBufferPointer(list))
    frames = frames.map { frame in
      guard case .record(let bytes, let number, let hasBackslash) = frame, let start = bytes.baseAddress,
        let base = before.baseAddress
      else { return frame }
      let offset = UnsafePointer(base).distance(to: start)
      let moved = UnsafeMutableBufferPointer(rebasing: after[offset..<(offset + bytes.count)])
      return .record(BorrowedText(moved), number: number, hasBackslash: hasBackslash)
    }
    before.deallocate()
    text = after
  }

  /// The brackets around the records, and what is between them.
  private var list: BorrowedText { BorrowedText(rebasing: UnsafeBufferPointer(text)[..<length]) }

  /// Ends the filling. From here on, helpers may parse the batch.
  func seal() {
    for index in 0..<Int(rsj_padding) { text[length + index] = 0 }
    changed.withLock { state = .sealed }
  }

  /// Empties it, to be filled again.
  func reset() {
    changed.withLock {
      state = .filling
      filling += 1
    }
    frames.removeAll(keepingCapacity: true)
    secrets.removeAll()
    (length, firstValue, endsText) = (1, nil, false)
    guard text.count > Self.usualSize else { return }
    text.deallocate()
    text = Self.text(of: Self.usualSize)
  }

  // MARK: - Parsing

  /// Parses the records, unless that was begun, or the batch was filled again since.
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
    guard length > 1, text.count <= Self.usualSize, areClosed || holdsClosedObjects else { return }
    text[length - 1] = UInt8(ascii: "]")
    let parsed = try? parsers.withParser { (parser) throws(JSONFault) in try tape.parse(padded: list, by: parser) }
    // Brackets and quotes match within each record, so no comma between two records lies in one of them: if the list is
    // JSON, it has as many elements.
    firstValue = parsed?.first
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
    guard scan.mayFind(in: list) else { return }
    for (index, frame) in frames.enumerated() {
      guard case .record(let bytes, _, _) = frame else { continue }
      let kinds = scan.kinds(inRecord: bytes)
      if !kinds.isEmpty { secrets[index] = kinds }
    }
  }
}
