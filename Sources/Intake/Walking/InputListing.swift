/// One input as the user names it: a file, a folder, or `-`.
package struct InputArgument: Hashable, Sendable {
  package var path: String
  package var settings: SourceSettings

  package init(path: String, settings: SourceSettings = SourceSettings()) {
    self.path = path
    self.settings = settings
  }
}

/// The files of all inputs, in order of path.
package struct InputListing: Hashable, Sendable {
  package var files: [SourceFile] = []
  package var skipped: [SkippedInput] = []

  package init() {}
}

/// Something in an input's folder that is not read.
package struct SkippedInput: Hashable, Codable, Sendable {
  /// How prominently the user is told.
  package enum Weight: Int, Codable, Comparable, Sendable {
    /// No evidence: `inspect` names it.
    case known
    /// Evidence of another audit, or a setting without effect: also named on standard error.
    case notable
    /// Evidence may be missing: the folder or file should have been read.
    case problem

    package static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
  }

  package var path: String
  package var reason: String
  package var weight: Weight
  /// Of a file that an earlier run read.
  package var format: String?

  package var isProblem: Bool { weight == .problem }

  /// Whether it is a folder that another audit is of.
  package var isOfOtherAudit: Bool { reason == Self.ofOtherAudit }

  static let ofOtherAudit = "it has a \(InputWalker.configurationName) of its own; audit it separately"

  package init(path: String, reason: String, weight: Weight, format: String? = nil) {
    self.path = path
    self.reason = reason
    self.weight = weight
    self.format = format
  }
}
