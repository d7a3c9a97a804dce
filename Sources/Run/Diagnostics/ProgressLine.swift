import Intake
import Synchronization

/// One line of the terminal, which says what the program is doing.
///
/// A thread of its own draws it ten times a second, so that whoever works has nothing to do but to say what it does.
/// Work that ends sooner shows nothing.
final class ProgressLine: Sendable {
  private struct Current {
    var activity: Activity?
    var start = ContinuousClock.now
  }

  private struct Drawn {
    /// What stands on the terminal.
    var text = ""
    /// How many times the line was begun; a thread draws for its own alone.
    var turn = 0
    var isActive = false
  }

  /// Apart from `drawn`: a terminal that takes nothing holds up who draws and who writes messages, but no work.
  private let current = Mutex(Current())
  private let drawn = Mutex(Drawn())
  let meter = ReadingMeter()

  /// Carriage return, and erase to the end of the line (ECMA-48).
  private static let erasure = "\r\u{1B}[K"

  func begin() {
    let turn = drawn.withLock { drawn in
      drawn.turn += 1
      drawn.isActive = true
      return drawn.turn
    }
    // Without a thread nothing is shown.
    DetachedThread.start { [self] in
      repeat { DetachedThread.sleep(milliseconds: 100) } while draw(turn)
    }
  }

  /// Leaves nothing on the line.
  func end() {
    current.withLock { $0.activity = nil }
    drawn.withLock { drawn in
      drawn.isActive = false
      Self.erase(&drawn)
    }
  }

  func show(_ activity: Activity) {
    if case .reading = activity { meter.reset() }
    current.withLock { $0 = Current(activity: activity) }
  }

  /// Writes something else in the place of the line, which appears again below it.
  func interrupt(_ write: () -> Void) {
    drawn.withLock { drawn in
      Self.erase(&drawn)
      write()
    }
  }

  private static func erase(_ drawn: inout Drawn) {
    guard !drawn.text.isEmpty else { return }
    StandardError.write(erasure)
    drawn.text = ""
  }

  /// - Returns: false when there will be nothing to draw any more.
  private func draw(_ turn: Int) -> Bool {
    let current = current.withLock { $0 }
    return drawn.withLock { drawn in
      guard drawn.isActive, drawn.turn == turn else { return false }
      guard let activity = current.activity, Terminal.isOurs else { return true }
      let length = current.start.duration(to: .now).components
      let reading = ReadingProgress(
        share: meter.share, records: meter.records, seconds: Double(length.seconds) + Double(length.attoseconds) / 1e18)
      // The last column stays free: in it, some terminals begin another line.
      let text = ProgressText(activity, reading).fitted(to: Terminal.width - 1)
      if text != drawn.text {
        StandardError.write(Self.erasure + text)
        drawn.text = text
      }
      return true
    }
  }
}
