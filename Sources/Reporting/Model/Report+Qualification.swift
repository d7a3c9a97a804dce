import Vocabulary

extension Report {
  /// What keeps a pass from being a plain one, in two words. No report shows it in green then.
  package var passQualification: String? {
    guard gate.outcome == .pass else { return nil }
    if !gaps.isEmpty { return "with gaps" }
    if gate.failOn == .never { return "without a gate" }
    if gate.failingWithoutWaivers > gate.failing { return "by waivers" }
    return failingAtGate > gate.failing ? "by baseline" : nil
  }

  /// What keeps a pass from resting on all evidence, a clause each: findings that are carried, kinds of evidence that
  /// earlier runs had or that rules with something to judge need, accounts where there is evidence of people, files
  /// that break off. A kind that nothing asks for is no gap.
  package var gaps: [String] {
    var gaps: [String] = []
    if gate.carried > 0 {
      gaps.append("\(HTMLText.count(gate.carried, "finding")) could not be judged again")
    }
    let judging = Set(rules.lazy.filter { $0.counts.total > 0 }.map(\.id))
    let missing = coverage.filter { kind in
      !kind.supplied
        && (kind.present || kind.rulesNotEvaluated.contains(where: judging.contains) || isOwed(kind))
    }.map(\.kind)
    if !missing.isEmpty {
      // Three, and how many more.
      var names = Array(missing.prefix(3))
      if missing.count > 3 { names.append(HTMLText.count(missing.count - 3, "more kind")) }
      let last = names.removeLast()
      gaps.append(
        "no evidence was supplied for \(names.isEmpty ? last : names.joined(separator: ", ") + " and " + last)")
    }
    let broken = sources.count { $0.truncated && !$0.superseded }
    if broken > 0 { gaps.append("\(HTMLText.count(broken, "file")) \(broken == 1 ? "is" : "are") cut short") }
    return gaps
  }

  /// Whoever has accounts with Apple has deletion requests, or an empty record of them: without it, nobody knows
  /// whether a request was left undone. And whoever has evidence of people has accounts.
  private func isOwed(_ kind: Coverage) -> Bool {
    switch kind.kind {
    case "deletions": population.appleAccounts > 0
    case "accounts": coverage.contains { $0.supplied && $0.kind != "provider-config" }
    default: false
    }
  }
}
