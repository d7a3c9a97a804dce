/// A run, as the ledger has it. Hashes are SHA-256 in lower-case hex, times RFC 3339.
package struct LedgerRun: Hashable, Sendable, Codable {
  package var number: Int64
  package var id: String
  package var project: String
  package var asOf: String
  package var outcome: String
  /// Of `report.json` with `ledger` null. Nil where an adopted run's report was damaged or removed before.
  package var reportSHA256: String?
  /// Of the form of the report that the store keeps. Nil as above.
  package var keptSHA256: String?
  package var configSHA256: String?
  package var rulesSHA256: String?
  /// Of the rules' ids and texts' hashes, as the store notes them for later nights.
  package var ruleTextsSHA256: String
  /// Name and version of the program; nil as above.
  package var tool: String?
  package var snapshot: Snapshot?
  /// Over older captures than those of a run before it.
  package var isOutOfOrder: Bool
  /// Whether it is older than the ledger: the entry says how the run was found when the ledger began.
  package var isAdopted: Bool
  /// Of the list of all flagged accounts that the store keeps; nil where the report holds them all.
  package var flaggedSHA256: String?

  /// What later nights need of the run's accounts.
  package struct Snapshot: Hashable, Sendable, Codable {
    package var capturedFrom: String
    package var capturedTo: String
    package var isComplete: Bool
    package var formats: String
    package var showsApple: Bool

    enum CodingKeys: String, CodingKey {
      case capturedFrom = "captured_from"
      case capturedTo = "captured_to"
      case isComplete = "complete"
      case formats
      case showsApple = "shows_apple"
    }

    package init(capturedFrom: String, capturedTo: String, isComplete: Bool, formats: String, showsApple: Bool) {
      self.capturedFrom = capturedFrom
      self.capturedTo = capturedTo
      self.isComplete = isComplete
      self.formats = formats
      self.showsApple = showsApple
    }
  }

  enum CodingKeys: String, CodingKey {
    case number, id, project
    case asOf = "as_of"
    case outcome
    case reportSHA256 = "report_sha256"
    case keptSHA256 = "kept_sha256"
    case configSHA256 = "config_sha256"
    case rulesSHA256 = "rules_sha256"
    case ruleTextsSHA256 = "rule_texts_sha256"
    case tool, snapshot
    case isOutOfOrder = "history"
    case isAdopted = "adopted"
    case flaggedSHA256 = "flagged_sha256"
  }

  package init(
    number: Int64, id: String, project: String, asOf: String, outcome: String, reportSHA256: String?,
    keptSHA256: String?, configSHA256: String?, rulesSHA256: String?, ruleTextsSHA256: String, tool: String?,
    snapshot: Snapshot?, isOutOfOrder: Bool, isAdopted: Bool, flaggedSHA256: String? = nil
  ) {
    self.number = number
    self.id = id
    self.project = project
    self.asOf = asOf
    self.outcome = outcome
    self.reportSHA256 = reportSHA256
    self.keptSHA256 = keptSHA256
    self.configSHA256 = configSHA256
    self.rulesSHA256 = rulesSHA256
    self.ruleTextsSHA256 = ruleTextsSHA256
    self.tool = tool
    self.snapshot = snapshot
    self.isOutOfOrder = isOutOfOrder
    self.isAdopted = isAdopted
    self.flaggedSHA256 = flaggedSHA256
  }
}
