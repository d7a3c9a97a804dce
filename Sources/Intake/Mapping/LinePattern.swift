import CPCRE2
import Evidence

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A regular expression that takes the columns of a record out of a line of text.
///
/// PCRE2 matches in machine code and counts its steps, so that a line that would take too many is refused. The syntax
/// is Perl's, with named groups.
///
/// # Safety
/// It owns the compiled code, the match data and the context, and frees them once. The groups of a match are parts of
/// the line. One thread uses it.
package final class LinePattern {
  package struct Malformed: Error, Hashable {
    /// What is wrong, to follow the name of the pattern: "has no named group".
    package var problem: String
  }

  enum Outcome {
    /// The texts of the groups, in the order of `names`; empty for a group that took no part.
    case match([BorrowedText])
    case noMatch
    /// The match was given up, for this reason.
    case refused(String)
  }

  /// The names of the groups, in the order of the pattern.
  package let names: [String]
  private let numbers: [Int]
  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer

  /// Bytes. Longer lines are refused, since the time of an unanchored pattern may grow with the square of the length.
  private static let longestLine = 64 << 10
  /// Steps from one starting place in a line.
  private static let stepLimit: UInt32 = 100_000

  /// - Throws: `Malformed`.
  package init(_ text: String) throws(Malformed) {
    var (error, offset): (Int32, Int) = (0, 0)
    var bytes = Array(text.utf8)
    let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
    let compiled = bytes.withUnsafeMutableBufferPointer {
      pcre2_compile_8($0.baseAddress, $0.count, options, &error, &offset, nil)
    }
    guard let code = compiled else {
      throw Malformed(problem: "is not a valid regular expression: \(Self.message(error)), at character \(offset + 1)")
    }
    guard let context = pcre2_match_context_create_8(nil),
      let data = pcre2_match_data_create_from_pattern_8(code, nil)
    else {
      pcre2_code_free_8(code)
      throw Malformed(problem: "needs more memory than there is")
    }
    // If this fails, matching is only slower.
    pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    pcre2_set_match_limit_8(context, Self.stepLimit)
    (self.code, self.context, self.data) = (code, context, data)
    let groups = Self.groups(of: code)
    names = groups.map(\.name)
    numbers = groups.map(\.number)
    if names.isEmpty { throw Malformed(problem: "has no named group, such as (?<uid>\\S+)") }
    if case .noMatch = match(.empty) { return }
    throw Malformed(problem: "matches an empty line, and so every line; add what the wanted lines have in common")
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    pcre2_code_free_8(code)
  }

  private static func groups(of code: OpaquePointer) -> [(name: String, number: Int)] {
    var (count, size): (UInt32, UInt32) = (0, 0)
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table else { return [] }
    // Two bytes of the number, then the name, which ends in a zero.
    return (0..<Int(count)).map { index in
      let entry = table + index * Int(size)
      return (String(cString: entry + 2), Int(entry[0]) << 8 | Int(entry[1]))
    }.sorted { $0.number < $1.number }
  }

  private static func message(_ error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(error, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  /// - Parameter line: valid UTF-8.
  func match(_ line: BorrowedText) -> Outcome {
    guard line.count <= Self.longestLine else {
      return .refused("the line is longer than \(Self.longestLine >> 10) KiB, the limit for `pattern`")
    }
    // An empty line may have no address.
    let nothing: StaticString = ""
    let start = line.baseAddress ?? nothing.utf8Start
    let options = UInt32(PCRE2_NO_UTF_CHECK)
    var result = pcre2_match_8(code, start, line.count, 0, options, data, context)
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = pcre2_match_8(code, start, line.count, 0, options | UInt32(PCRE2_NO_JIT), data, context)
    }
    if result == PCRE2_ERROR_NOMATCH { return .noMatch }
    guard result > 0, let vector = pcre2_get_ovector_pointer_8(data) else {
      return .refused("`pattern` needs too many steps for the line; make it more specific")
    }
    return .match(
      numbers.map { number in
        let (from, to) = (vector[2 * number], vector[2 * number + 1])
        // A group that took no part has no place: `PCRE2_UNSET`, which is -1 here.
        guard number < Int(result), from >= 0, from <= to, to <= line.count else { return .empty }
        return BorrowedText(rebasing: line[from..<to])
      })
  }
}
