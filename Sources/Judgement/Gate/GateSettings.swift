package import Evidence

/// From which severity on a failing finding fails the gate.
package enum FailOn: Hashable, Sendable {
  case never
  case severity(Severity)

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

package enum GateScope: String, CaseIterable, Sendable {
  case all, new
}

/// Which kinds of evidence must be there.
package enum RequiredKinds: Hashable, Sendable {
  /// Those that an enabled rule needs and has anything to judge with.
  case auto
  case these([EvidenceKind])

  /// `auto`, `none`, or kinds with commas between them.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .these([])
    default:
      let names = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
      let kinds = names.compactMap { EvidenceKind(rawValue: String($0)) }
      guard !kinds.isEmpty, kinds.count == names.count else { return nil }
      self = .these(kinds)
    }
  }
}

/// `N` or `N%`.
package enum Limit: Hashable, Sendable {
  case count(Int)
  /// Of 1, not of 100.
  case share(Double)

  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Self.share(text) else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  /// Reads `5%` as 0.05.
  package static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent >= 0, percent <= 100 else { return nil }
    return percent / 100
  }

  package func allows(_ count: Int, of total: Int) -> Bool {
    switch self {
    case .count(let limit): count <= limit
    case .share(let share): Double(count) <= share * Double(total)
    }
  }

  package var text: String {
    switch self {
    case .count(let limit): "\(limit)"
    case .share(let share):
      "\(share * 100)".hasSuffix(".0") ? "\(Int((share * 100).rounded()))%" : "\(share * 100)%"
    }
  }
}
