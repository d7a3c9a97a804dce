import Vocabulary

extension Report {
  /// A requirement and the framework that it stands in.
  struct Checked {
    var framework: Framework
    var requirement: Requirement
  }

  /// By id of rule, the requirements that it checks, in the report's order.
  var requirementsByRule: [String: [Checked]] {
    var checked: [String: [Checked]] = [:]
    for framework in frameworks {
      for requirement in framework.requirements {
        for rule in requirement.rules {
          checked[rule, default: []].append(Checked(framework: framework, requirement: requirement))
        }
      }
    }
    return checked
  }

  /// Ids of the rules with a failing finding that is not waived.
  var failingRules: Set<String> {
    Set(findings.lazy.filter { $0.verdict == .fail && $0.waiver == nil }.map(\.rule))
  }

  /// How many findings there are of each verdict, a waived one under `waived` alone.
  var findingCounts: Counts {
    var counts = Counts()
    for finding in findings {
      guard finding.waiver == nil else {
        counts.waived += 1
        continue
      }
      switch finding.verdict {
      case .pass: counts.pass += 1
      case .fail: counts.fail += 1
      case .inconclusive: counts.inconclusive += 1
      case .pending: counts.pending += 1
      case .manual: counts.manual += 1
      }
    }
    return counts
  }
}
