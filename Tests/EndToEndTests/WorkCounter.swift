import Foundation
import Testing

/// Starts the program so that its work is counted: the same on any machine (`Fixtures/Preload/steps.c`).
struct WorkCounter {
  struct Counted {
    var outcome: Workplace.Outcome
    /// Of SQLite's virtual machine.
    var steps: Int
    /// Bytes that zlib unpacked.
    var inflated: Int
  }

  let place: Workplace
  private let library: URL

  /// Builds the library that counts.
  init(in place: Workplace) throws {
    self.place = place
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/Preload/steps.c")
    library = place.path("steps.so")
    let built = try place.run(
      ["cc", "-shared", "-fPIC", "-o", library.path, source.path, "-ldl"],
      program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(built.status == 0, "\(built.errors)")
  }

  func run(_ arguments: String...) throws -> Counted { try run(arguments: arguments) }

  func run(arguments: [String]) throws -> Counted {
    let outcome = try place.run(
      arguments,
      environment: [
        "LD_PRELOAD": library.path, "STEPS_FILE": place.path("steps").path,
        "INFLATED_FILE": place.path("inflated").path,
      ])
    func count(_ file: String) throws -> Int {
      try #require(Int(try place.text(file).trimmingCharacters(in: .newlines)))
    }
    return Counted(outcome: outcome, steps: try count("steps"), inflated: try count("inflated"))
  }
}
