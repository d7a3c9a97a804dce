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
    Set(findings.tally.byRule.lazy.filter { $0.value.failing > 0 }.map(\.key))
  }
}
