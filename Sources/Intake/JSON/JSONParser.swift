import CSimdJSON
import Evidence

/// Parses one record at a time.
///
/// # Safety
/// It owns the handle, and with it the tape and the texts of the last document: a `JSONValue` and everything taken from
/// it are valid until the next call of `parse`, or until the parser is freed. One thread uses a parser.
final class JSONParser {
  let handle: OpaquePointer
  private var document = rsj_document()
  private var copy: [UInt8] = []

  init() throws(ReadFailure) {
    guard let handle = rsj_parser_make() else { throw ReadFailure("there is no memory for a parser") }
    self.handle = handle
  }

  deinit { rsj_parser_free(handle) }

  /// Parses bytes of a window.
  ///
  /// # Safety
  /// `rsj_padding` bytes after them must be readable, as those after a window's bytes are.
  func parse(padded bytes: BorrowedText) throws(JSONFault) -> JSONValue {
    let fault = rsj_parse(handle, bytes.baseAddress, bytes.count, &document)
    return try JSONValue(document, fault)
  }

  /// Parses a padded copy of bytes from anywhere.
  func parse(_ bytes: BorrowedText) throws(JSONFault) -> JSONValue {
    copy.removeAll(keepingCapacity: true)
    copy.append(contentsOf: bytes)
    copy.append(contentsOf: repeatElement(0, count: Int(rsj_padding)))
    var outcome: Result<JSONValue, JSONFault> = .failure(JSONFault(code: rsj_fault_empty))
    copy.withUnsafeBufferPointer { buffer in
      do throws(JSONFault) {
        outcome = .success(try parse(padded: BorrowedText(rebasing: buffer[..<bytes.count])))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension JSONValue {
  /// The value of a parsed text.
  ///
  /// - Throws: the fault, if there is one.
  init(_ document: rsj_document, _ fault: rsj_fault) throws(JSONFault) {
    guard fault == rsj_fault_none, let tape = document.tape, let strings = document.strings else {
      throw JSONFault(code: fault)
    }
    self.init(tape: tape, strings: strings, index: 1)
  }
}

/// Why a record is not valid JSON.
struct JSONFault: Error {
  var code: rsj_fault

  var reason: String {
    switch code {
    case rsj_fault_utf8: TextEncoding.notUTF8
    case rsj_fault_depth: "the record is nested more than 1000 levels deep"
    case rsj_fault_number: "a number in the record is malformed or too large"
    case rsj_fault_escape: "a text in the record has a malformed escape or half of a surrogate pair"
    case rsj_fault_control_character:
      "a text in the record has an unescaped control character, such as NUL or a line break"
    case rsj_fault_unclosed_text: "a text in the record has no closing quote"
    case rsj_fault_empty: "the record is empty"
    case rsj_fault_size: "the record is too large"
    case rsj_fault_memory: "there is no memory to parse the record"
    default: "the record is not valid JSON"
    }
  }
}
