import Evidence
import Foundation
import History
import Intake
import Reporting
import Timestamps
import Vocabulary

/// What a line of a part says: the only key of its object. A part is what a run over one shard found, as NDJSON
/// (docs/scale.md); its lines come in the order of these cases.
enum PartLine: String, CaseIterable {
  /// `PartHeader`; the first line.
  case header
  /// `EvidenceSums`.
  case sums
  /// `PartProducts`.
  case products
  /// `PartOutcome`: what one rule said of the shard's people.
  case rule
  /// `Witness`: a record that rules over the population rest on.
  case witness
  /// `PartEnd`: what became of a finding that was open.
  case end
  /// `Report.Finding`, with personal data in the clear.
  case finding
  /// `PartTimeline`, with personal data in the clear.
  case timeline
  /// What the run changed of the store's state, in the words of `History`.
  case change
  /// `FlaggedAccount`, with personal data in the clear.
  case flagged
  /// `PartClosing`; the last line.
  case closing
}

/// Which part it is, and of what.
struct PartHeader: Codable, Equatable {
  /// What all parts of one run have in common.
  struct Common: Codable, Equatable {
    /// Of the lines' form.
    var version = 4
    var tool = Program.version
    /// The id of the extract.
    var extract: String
    /// How many shards there are.
    var shards: Int
    var configSHA256: String
    var rulesSHA256: String
    /// The kinds of evidence that have to be supplied: by them, a missing file is a lost part of an export.
    var required: String
    /// SHA-256 of the waivers and of the baseline by which findings were marked.
    var acceptedSHA256: String
    /// SHA-256 of the sums by which the shards judged; nil of parts that only count.
    var sumsSHA256: String?
  }

  var common: Common
  /// From 0.
  var shard: Int
}

/// What a part counts of its accounts, beside verdicts.
struct PartProducts: Codable {
  var anonymizedAccounts: Int
  var anonymityUnknown: Int
  var byRelayDomain: [String: Int]
}

struct PartOutcome: Codable {
  var rule: String
  var counts: [String: Int]
  /// The ids of findings that were open or are in the baseline, and whose subjects pass now.
  var passed: [String]
  /// Why it was not evaluated; nil where it was.
  var failure: String?
}

struct PartEnd: Codable {
  var id: String
  var end: Continuation.End
}

/// What happened to a person whom a finding is about.
struct PartTimeline: Codable {
  var account: Int64
  var subject: Report.Subject
  var events: [TimelineEvent]
}

struct PartClosing: Codable {
  /// How many lines of each kind there are, without this one.
  var lines: [String: Int]
  /// SHA-256 of these lines, with their ends.
  var sha256: String
  /// The shard's lines that were read.
  var records: LineTally
  var state: LineTally
}
