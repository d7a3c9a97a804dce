import Vocabulary

/// Values of the schema's enumerations: class Compliance Finding of version 1.5.0 (https://schema.ocsf.io/1.5.0).
struct OCSFCode {
  var id: Int
  var caption: String

  static let version = "1.5.0"

  static let category = OCSFCode(id: 2, caption: "Findings")
  static let complianceFinding = OCSFCode(id: 2003, caption: "Compliance Finding")

  // Activities.
  static let create = OCSFCode(id: 1, caption: "Create")
  static let update = OCSFCode(id: 2, caption: "Update")
  static let close = OCSFCode(id: 3, caption: "Close")

  // Severity of what is no finding.
  static let informational = OCSFCode(id: 1, caption: "Informational")

  // Status of the finding.
  static let new = OCSFCode(id: 1, caption: "New")
  static let suppressed = OCSFCode(id: 3, caption: "Suppressed")
  static let resolved = OCSFCode(id: 4, caption: "Resolved")

  // Status of compliance. The schema's warning says that information is missing.
  static let pass = OCSFCode(id: 1, caption: "Pass")
  static let warning = OCSFCode(id: 2, caption: "Warning")
  static let fail = OCSFCode(id: 3, caption: "Fail")
  static let unknown = OCSFCode(id: 0, caption: "Unknown")

  /// Of an analytic.
  static let rule = OCSFCode(id: 1, caption: "Rule")

  static func severity(_ severity: Severity) -> OCSFCode {
    switch severity {
    case .low: OCSFCode(id: 2, caption: "Low")
    case .medium: OCSFCode(id: 3, caption: "Medium")
    case .high: OCSFCode(id: 4, caption: "High")
    case .critical: OCSFCode(id: 5, caption: "Critical")
    }
  }

  static func compliance(_ verdict: Verdict) -> OCSFCode {
    switch verdict {
    case .pass: pass
    case .fail: fail
    case .inconclusive: warning
    // The schema has no value for these; it has the source's own word beside 99.
    case .pending: OCSFCode(id: 99, caption: "Pending")
    case .manual: OCSFCode(id: 99, caption: "Manual")
    }
  }

  static func compliance(_ outcome: Outcome) -> OCSFCode {
    switch outcome {
    case .pass: pass
    case .fail: fail
    case .incomplete: warning
    }
  }
}
