import Foundation
import Testing

@Suite struct VersionTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
  func verboseNamesEachLibraryWithItsVersion(arguments: [String]) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "relay-audit \(try place.run("--version").output)".trimmingCharacters(in: .newlines))
    let libraries = lines.dropFirst().map { $0.prefix { $0 != " " } }
    #expect(
      libraries == ["glibc", "libxlsxwriter", "libxml2", "libzip", "PCRE2", "simdjson", "SQLite", "zlib"], "\(lines)")
    for line in lines { #expect(line.wholeMatch(of: /\S+ [0-9]+\.[0-9]+(\.[0-9]+)*/) != nil, "\(line)") }
  }

  /// Versions are asked for at run time: the same library as another program has tells the same.
  @Test func theVersionOfSQLiteIsThatOfTheLibrary() throws {
    let python = try place.run(
      [
        "python3", "-c",
        "import ctypes; l = ctypes.CDLL('libsqlite3.so.0'); l.sqlite3_libversion.restype = "
          + "ctypes.c_char_p; print('SQLite', l.sqlite3_libversion().decode())",
      ], program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(python.status == 0, "\(python)")
    #expect(try place.run("--version", "--verbose").output.contains(python.output), "\(python)")
  }
}
