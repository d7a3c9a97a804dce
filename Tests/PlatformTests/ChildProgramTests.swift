import Platform
import Testing

@Suite struct ChildProgramTests {
  private func shell(_ script: String, input: String = "", _ environment: [String: String] = [:]) throws
    -> ChildProgram.Outcome
  {
    try ChildProgram.run("/bin/sh", ["-c", script, "name", "two words"], environment: environment, input: input)
  }

  /// `cat` ends only where no other process has an end of its input open.
  @Test func streamsArgumentsAndStatusAreTheProgramsOwn() throws {
    let outcome = try shell("cat; echo \"$1 $A\"; echo problem >&2; exit 3", input: "in\n", ["A": "é=b"])
    #expect(outcome.output == "in\ntwo words é=b\n" && outcome.errors == "problem\n" && outcome.status == 3)
  }

  @Test func aSignalIsToldFromAStatus() throws {
    #expect(try shell("kill -9 $$").status == 137)
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    #expect(throws: ChildProgram.Failure.self) {
      try ChildProgram.run("/nonexistent/program", [], environment: [:], input: "")
    }
  }
}
