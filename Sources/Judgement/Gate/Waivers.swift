package import Timestamps
package import Vocabulary

/// What a waivers file holds: waivers, each for the findings that it names.
package struct Waivers: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// Ids of findings.
    package var findings: [String]
    package var waiver: Waiver

    package init(findings: [String], waiver: Waiver) {
      self.findings = findings
      self.waiver = waiver
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The waivers in force at a time, by finding id. Where several name one finding, the last of the file counts.
  package func inForce(at time: Timestamp) -> [String: Waiver] {
    var waivers: [String: Waiver] = [:]
    for entry in entries where entry.waiver.isInForce(at: time) {
      for finding in entry.findings { waivers[finding] = entry.waiver }
    }
    return waivers
  }
}
