import Evidence
import Judgement
import Vocabulary

/// The findings that this run's deletion requests end without a verdict: those of requests that were cancelled or
/// denied, and those of requests that are a part of an earlier request's obligation now.
struct EndedRequests {
  private let causes: [String: ResolutionCause]

  /// - Parameter rules: the ids of the rules whose findings are asked for.
  /// - Throws: `StorageError`.
  init(_ directory: EvidenceDirectory, project: String, rules: Set<String>) throws {
    guard !rules.isEmpty else {
      causes = [:]
      return
    }
    var causes: [String: ResolutionCause] = [:]
    for request in try directory.requestsWithoutObligation() {
      let subject = try directory.subject(of: request.account).subject
      for rule in rules {
        let id = FindingIdentity.id(
          rule: rule, project: project, subject: subject, object: request.requestID, discriminator: nil)
        causes[id] = request.isDue ? .subjectGone : .requestCancelled
      }
    }
    self.causes = causes
  }

  /// Nil for a finding that no such request ends.
  func cause(of finding: String) -> ResolutionCause? { causes[finding] }
}
