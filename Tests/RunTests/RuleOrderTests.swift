import Testing

@testable import Judgement
@testable import Run

@Suite struct RuleOrderTests {
  private func pass(_ name: String, _ milliseconds: Double) -> PassTimer.Pass {
    PassTimer.Pass(name: name, milliseconds: milliseconds, rows: nil)
  }

  private func ids(_ passes: [PassTimer.Pass]) throws -> [String] {
    let order = RuleOrder(after: passes)
    return try RuleBook.builtIn().rules.sorted(by: order.precedes).map(\.id)
  }

  @Test func longestQueriesComeFirstWhereNothingIsKnown() throws {
    let rules = try RuleBook.builtIn().rules
    let lengths = try ids([pass("resolution", 1)]).map { id in rules.first { $0.id == id }?.sql.text.utf8.count ?? 0 }
    #expect(lengths == lengths.sorted(by: >))
  }

  @Test func whatTookLongestComesFirst() throws {
    let rules = try RuleBook.builtIn().rules.map(\.id)
    var passes = rules.enumerated().map { pass(RuleOrder.pass(judging: $1), Double($0)) }
    #expect(try ids(passes) == rules.reversed())
    // What a rule found counts as well, and a rule that was not there may take any time.
    passes.append(pass(RuleOrder.pass(finding: rules[3]), 1000))
    passes.removeFirst()
    #expect(try ids(passes).prefix(2) == [rules[0], rules[3]])
  }
}
