import CSimdJSON
import Evidence

/// Reads lines of JSON of this program's own.
///
/// # Safety
/// One thread at a time uses it. What `next` gives is valid until it is called again.
final class LineReader {
  private let path: String
  private let text: OpenText
  private var framer: LineFramer
  private let parser: JSONParser
  private var line: Int64 = 0

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: `MalformedLines` where it cannot be opened.
  init(path: String, options: IntakeOptions) throws(MalformedLines) {
    self.path = path
    do throws(ReadFailure) {
      parser = try JSONParser()
      text = try OpenText(SourceFile(path: path, capturedAt: options.asOf), options: options)
    } catch {
      throw MalformedLines(problem: "\(path): \(error.reason)")
    }
    // A line is as long as its record, whose texts may need escapes, and its names.
    framer = LineFramer(window: text.window, limit: 8 * options.recordSizeLimit)
  }

  /// Nil at the end.
  ///
  /// - Throws: `MalformedLines`, also for an empty line and one that is too long.
  func next() throws(MalformedLines) -> (bytes: BorrowedText, value: JSONValue)? {
    line += 1
    guard let frame = framer.next() else {
      if let failure = text.window.failure { throw MalformedLines(problem: "\(path): \(failure.reason)") }
      return nil
    }
    guard case .record(let bytes, let number, _) = frame, number == line else { throw fault("is too long or empty") }
    do throws(JSONFault) {
      return (bytes, try parser.parse(padded: bytes))
    } catch {
      throw fault("cannot be read: \(error.reason)")
    }
  }

  /// Of the line that `next` gave last, or of the one behind the end.
  ///
  /// - Parameter problem: a clause without a subject.
  func fault(_ problem: String) -> MalformedLines { MalformedLines(problem: "\(path): line \(line) \(problem)") }
}

/// What keeps lines from being read: a clause that begins with their place.
package struct MalformedLines: Error {
  package var problem: String
}
