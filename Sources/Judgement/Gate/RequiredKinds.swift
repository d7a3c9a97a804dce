package import Evidence

/// The kinds of evidence without which an audit is incomplete.
package enum RequiredKinds: Hashable, Sendable {
  /// The kinds that the enabled rules need, of those rules that judged at least one subject.
  case auto
  case these([EvidenceKind])

  /// Reads `auto`, `none`, or kinds with commas between them. Nil if any of them is unknown.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .these([])
    default:
      var kinds: [EvidenceKind] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let kind = EvidenceKind(rawValue: String(name.trimmingPrefix { $0 == " " })) else { return nil }
        kinds.append(kind)
      }
      self = .these(kinds)
    }
  }

  /// As the configuration writes it.
  package var text: String {
    switch self {
    case .auto: "auto"
    case .these(let kinds): kinds.isEmpty ? "none" : kinds.map(\.rawValue).joined(separator: ",")
    }
  }
}
