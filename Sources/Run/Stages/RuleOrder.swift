import Judgement

/// The order in which threads take rules: the longest first, so that both threads end at about the same time.
struct RuleOrder {
  /// What each pass of the run before took.
  private let milliseconds: [String: Double]

  /// - Parameter passes: of the run before.
  init(after passes: [PassTimer.Pass]) {
    milliseconds = Dictionary(passes.map { ($0.name, $0.milliseconds) }, uniquingKeysWith: +)
  }

  func precedes(_ left: Rule, _ right: Rule) -> Bool {
    switch (earlier(left), earlier(right)) {
    case (let left?, let right?): left > right
    // A new one may take any time.
    case (nil, .some): true
    case (.some, nil): false
    // The longer a query, the more it mostly has to do.
    case (nil, nil): left.sql.text.utf8.count > right.sql.text.utf8.count
    }
  }

  /// What a rule took in the run before; nil where it was not there.
  private func earlier(_ rule: Rule) -> Double? {
    milliseconds[Self.pass(judging: rule.id)].map { $0 + milliseconds[Self.pass(finding: rule.id), default: 0] }
  }

  /// The pass in which the rule is judged.
  static func pass(judging rule: String) -> String { "rule \(rule)" }

  /// The pass in which what a rule found is put into the report's words.
  static func pass(finding rule: String) -> String { "findings of \(rule)" }
}
