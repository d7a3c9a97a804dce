import Evidence
import History
import Intake

/// An input that is not there.
struct MissingInput: Hashable, Codable, Sendable {
  /// As reports name it.
  private let name: String
  /// The path of wildcards that nothing matches.
  private let isPattern: Bool
  private let kind: EvidenceKind?
  /// That nothing is there, as a clause.
  private let absence: String
  /// Of its entry in the configuration: `relay-audit.yaml:3`.
  private let place: String?

  init(_ request: InputRequest) {
    name = request.name
    isPattern = request.isPattern
    kind = request.settings.kind
    absence = request.absence
    place = request.place
  }

  /// That nothing is there.
  var error: UserError {
    UserError(.noSuchInput, (place.map { "\($0): " } ?? "") + absence, remedy: "check the path")
  }

  /// Whether an earlier run read the input; of wildcards, whether one read their kind.
  private func isVouchedFor(by earlier: SourceHistory) -> Bool {
    isPattern ? kind.map(earlier.has) ?? false : earlier.knows(name)
  }

  fileprivate func skipped(supplied: Set<EvidenceKind>, _ earlier: SourceHistory?) throws(UserError) -> SkippedInput {
    guard let earlier, isVouchedFor(by: earlier) else { throw error }
    // A kind that nothing supplies tonight is required or released as a kind (docs/contract.md, section 4).
    let kind = kind ?? earlier.kind(of: name)
    let isKnownByKind = kind.map { !supplied.contains($0) } ?? false
    return SkippedInput(path: name, reason: absence, weight: isKnownByKind ? .notable : .problem)
  }
}

extension [MissingInput] {
  /// - Parameters:
  ///   - supplied: the kinds that sources of the run have.
  ///   - earlier: nil where no earlier run counts.
  /// - Throws: `UserError` for an input that no earlier run read: its path is a mistake, and no night without the file.
  func skipped(supplied: Set<EvidenceKind>, _ earlier: SourceHistory?) throws(UserError) -> [SkippedInput] {
    var all: [SkippedInput] = []
    for input in self { all.append(try input.skipped(supplied: supplied, earlier)) }
    return all
  }
}
