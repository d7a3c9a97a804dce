import Judgement

/// The order in which threads take rules: who begins with the short ones is left with one thread for the last.
struct RuleOrder {
  /// Milliseconds, of the run before.
  private var earlier: [String: Double] = [:]

  /// - Parameter passes: of the run before.
  init(after passes: [PassTimer.Pass]) {
    let milliseconds = Dictionary(passes.map { ($0.name, $0.milliseconds) }, uniquingKeysWith: +)
    for name in milliseconds.keys {
      guard let rule = Self.rule(ofPass: name) else { continue }
      earlier[rule] = milliseconds[Self.pass(judging: rule), default: 0] + milliseconds[Self.pass(finding: rule), default: 0]
    }
  }

  func precedes(_ left: Rule, _ right: Rule) -> Bool {
    switch (earlier[left.id], earlier[right.id]) {
    case (let left?, let right?): left > right
    // A new one may take any time.
    case (nil, .some): true
    case (.some, nil): false
    // The longer a query, the more it mostly has to do.
    case (nil, nil): left.sql.utf8.count > right.sql.utf8.count
    }
  }

  /// The pass in which the rule is judged.
  static func pass(judging rule: String) -> String { "rule \(rule)" }

  /// The pass in which what a rule found is put into the report's words.
  static func pass(finding rule: String) -> String { "findings of \(rule)" }

  private static func rule(ofPass name: String) -> String? {
    let prefix = pass(judging: "")
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}
