import Foundation
import Testing

/// SQLite's work grows as the population does: a statement that goes through a whole table for each account is not seen
/// in small cases, and takes hours in large ones.
@Suite struct LinearWorkTests {
  @Test func aNightsWorkGrowsAsThePopulationDoes() throws {
    let place = try Workplace()
    let counter = try WorkCounter(in: place)
    var steps: [[Double]] = []
    for accounts in [0, 500, 2000] {
      #expect(try place.run("demo", "d\(accounts)", "--accounts", "\(accounts)", "--quiet").status == 0)
      steps.append(
        try ["d\(accounts)", "d\(accounts)"].map { folder in
          let counted = try counter.run(
            "audit", folder, "--store", "s\(accounts).sqlite", "--out", "r\(accounts)", "--as-of", Workplace.asOf)
          #expect(counted.outcome.status == 1, "\(counted.outcome.errors)")
          return Double(counted.steps)
        })
    }
    for night in [0, 1] {
      // Without what the sample's scenarios take.
      let (few, many) = (steps[1][night] - steps[0][night], steps[2][night] - steps[0][night])
      #expect(few > 50_000, "the steps of 500 accounts are counted")
      // Sorts and trees take a little more than four times the work.
      #expect(many < few * 4.4, "night \(night + 1): \(few) steps for 500 accounts, \(many) for 2,000")
    }
  }
}
