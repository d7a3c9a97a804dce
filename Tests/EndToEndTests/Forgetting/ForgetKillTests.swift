import Foundation
import Testing

/// Killed at whatever moment, `forget` has done all or nothing (docs/contract.md, section 9).
@Suite struct ForgetKillTests {
  private static let kills = 8

  @Test func beforeOrAfterButNeverBetween() throws {
    let nights = try Nights()
    let others = (0..<300).map { "other-\($0)" }
    for day in 5...8 {
      var files = Canary.files()
      files["more-deletions.ndjson"] = others.map { Line.request($0, time(1)) }.joined()
      try nights.night(day, files, flags: ["--max-rejects", "100%"])
    }
    let place = nights.place
    let dump = try StoreSearch(place: place).dump()
    let whole = try duration(of: "whole", place)
    var (before, after) = (0, 0)
    for kill in 0..<Self.kills {
      let folder = "kill-\(kill)"
      try FileManager.default.copyItem(at: place.path(".relay-audit"), to: place.path(folder))
      let process = try start(folder, place)
      // Over the whole of the time and a little more, so that the file's rewriting is killed as well.
      Thread.sleep(forTimeInterval: whole * 1.1 * Double(kill) / Double(Self.kills))
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()

      let search = StoreSearch(place: place, folder: folder)
      // Whoever opens the store next rolls back what was not done, and ends what was.
      let history = try place.run("history", "--store", "\(folder)/audit.sqlite")
      #expect(history.status == 0, "\(history.errors)")
      #expect(try search.problems() == [])
      #expect(try place.run("verify", "--store", "\(folder)/audit.sqlite").status == 0)
      if try search.dump() == dump {
        before += 1
      } else {
        after += 1
        let left = try search.places(of: Canary.texts)
        #expect(left.isEmpty, "kill \(kill): \(left)")
        #expect(try place.run("forget", "--uid", Canary.uid, "--store", "\(folder)/audit.sqlite").status == 66)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder).path)
        #expect(names == ["audit.sqlite"])
      }
      try FileManager.default.removeItem(at: place.path(folder))
    }
    #expect(before > 0, "no kill came early enough")
    #expect(before + after == Self.kills)
  }

  private func start(_ folder: String, _ place: Workplace) throws -> Process {
    let process = Process()
    process.executableURL = Workplace.program
    process.arguments = ["forget", "--uid", Canary.uid, "--store", "\(folder)/audit.sqlite"]
    process.currentDirectoryURL = place.folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Seconds that it takes to forget, undisturbed.
  private func duration(of folder: String, _ place: Workplace) throws -> Double {
    try FileManager.default.copyItem(at: place.path(".relay-audit"), to: place.path(folder))
    let start = ContinuousClock.now
    let process = try self.start(folder, place)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let time = ContinuousClock.now - start
    return Double(time.components.attoseconds) * 1e-18 + Double(time.components.seconds)
  }

  /// While another process holds the store, nothing is forgotten.
  @Test func aStoreThatIsHeld() throws {
    let nights = try Nights()
    try nights.night(5, Canary.files(), flags: ["--max-rejects", "100%"])
    let store = try nights.store
    let outcome = try nights.place.holding(".relay-audit/audit.sqlite") {
      let outcome = try nights.forget("--uid", Canary.uid)
      #expect(try nights.store == store)
      return outcome
    }
    #expect(outcome.status == 75)
    #expect(try nights.forget("--uid", Canary.uid).status == 0)
  }
}
