import CSimdJSON
import Evidence

/// Keeps a parsed text while its parser parses others.
///
/// # Safety
/// It owns the handle, and with it what was parsed onto it last: a `JSONValue` and everything taken from it are valid
/// until `parse` is called again, or until the tape is freed. One thread at a time uses a tape.
final class JSONTape {
  private let handle: OpaquePointer

  init() throws(ReadFailure) {
    guard let handle = rsj_tape_make() else { throw ReadFailure("there is no memory for a parsed text") }
    self.handle = handle
  }

  deinit { rsj_tape_free(handle) }

  /// - Throws: the fault that the parser found first.
  /// # Safety
  /// As `JSONParser.parse(padded:)`.
  func parse(padded bytes: BorrowedText, by parser: JSONParser) throws(JSONFault) -> JSONValue {
    var document = rsj_document()
    let fault = rsj_parse_onto(handle, parser.handle, bytes.baseAddress, bytes.count, &document)
    return try JSONValue(document, fault)
  }
}
