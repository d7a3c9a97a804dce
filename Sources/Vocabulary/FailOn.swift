/// The lowest severity whose failing findings fail the gate.
package enum FailOn: Hashable, Sendable, CaseIterable {
  case never
  case severity(Severity)

  package static var allCases: [FailOn] { [.never] + Severity.allCases.map(FailOn.severity) }

  /// Reads `none`, or the name of a severity; nil for any other text.
  package init?(_ text: String) {
    if text == "none" {
      self = .never
    } else if let severity = Severity(rawValue: text) {
      self = .severity(severity)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .never: "none"
    case .severity(let severity): severity.rawValue
    }
  }
}
