import Foundation
import Timestamps

/// One case of a rule: what is given, and every row that the rule must answer.
struct RuleCase {
  /// A value of a record, as YAML gives it.
  indirect enum Value: Hashable {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([Record])
    case object(Record)
  }

  typealias Record = [Field]

  struct Field: Hashable {
    var name: String
    var value: Value
  }

  struct Accounts {
    /// Whether the export can show Apple credentials: `new`, `old` or `unknown`.
    var export: String
    var capturedAt: Timestamp
    var isTruncated: Bool
    /// Records that are added to be rejected.
    var rejected = 0
    var records: [Record]
  }

  /// A file that is written as it stands: another product's export, or what nobody can read.
  struct Input {
    var name: String
    var data: Data
    var capturedAt: Timestamp
  }

  /// One audit. Earlier ones fill the history.
  struct Night {
    var asOf: Timestamp
    var accounts: [Accounts]
    var inputs: [Input]
    /// Own-format records by kind.
    var evidence: [String: [Record]]
  }

  struct Expectation: Hashable, CustomStringConvertible {
    /// A uid, a `sub` or an address; null for a row about no person.
    var subject: String?
    var object: String?
    var verdict: String
    var reason: String?
    // What follows is compared where a case says it.
    var dueAt: String?
    var at: String?
    var detail: String?
    /// Empty where there is none.
    var discriminator: String?
    /// Records by input and number, such as `revocations 2`; compared in the case as it stands.
    var evidence: [String]?

    var description: String {
      "\(subject ?? "-")  \(object ?? "-")  \(verdict)\(reason.map { " \($0)" } ?? "")\(dueAt.map { ", due \($0)" } ?? "")"
        + "\(at.map { ", at \($0)" } ?? "")\(detail.map { ", by \($0)" } ?? "")"
        + "\(discriminator.map { $0.isEmpty ? "" : ", told apart by \($0)" } ?? "")"
        + "\(evidence.map { ", shown by \($0.joined(separator: " and "))" } ?? "")"
    }
  }

  var name: String
  var earlierNights: [Night]
  /// The one that is judged.
  var lastNight: Night
  /// Text of a configuration, without `inputs`.
  var config: String
  /// Texts of files beside it, by name.
  var files: [String: String]
  var expected: [Expectation]
  var line: Int
}
