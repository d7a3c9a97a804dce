import Evidence
import Judgement
import Reporting
import Timestamps
import Vocabulary

/// What a report says of all its findings, counted in one pass.
struct FindingSums {
  /// The findings of one rule.
  struct OfRule {
    var all = Report.Counts()
    var byReason: [String: Report.Counts] = [:]

    fileprivate mutating func add(_ finding: Report.Finding) {
      all.add(finding)
      byReason[finding.reason, default: Report.Counts()].add(finding)
    }
  }

  private(set) var byRule: [String: OfRule] = [:]
  /// How many findings keep the verdict of an earlier run.
  private(set) var carried = 0
  /// By kind of evidence: failures because nothing of the kind was recorded by a deadline that is later than its newest
  /// capture.
  private(set) var beyondCapture: [String: Int] = [:]
  /// As `Report.newlyFailing`.
  private(set) var newlyFailing = Report.Counts()
  /// Hashes of those whom failures that nobody accepted are about.
  private var affected: Set<Int> = []

  var affectedPersons: Int { affected.count }

  /// - Parameters:
  ///   - rules: those of the run.
  ///   - captures: when the newest source of each kind that this run has was captured.
  ///   - waivedBefore: what waivers accepted at the run before.
  init(
    _ findings: FindingArray, by rules: [Rule], captures: [EvidenceKind: Timestamp], waivedBefore: FindingIDs
  ) {
    let kinds = Dictionary(rules.map { ($0.id, $0.metadata.reasons.mapValues(\.absent)) }) { first, _ in first }
    findings.visitEach { finding in
      byRule[finding.rule, default: OfRule()].add(finding)
      if finding.state == .carried { carried += 1 }
      guard finding.fails else { return }
      newlyFailing.add(whatWas: finding, isWaived: waivedBefore.contains(finding.id))
      if let person = finding.subject.key { affected.insert(person) }
      guard let due = finding.dueAt, finding.state != .carried else { return }
      for kind in kinds[finding.rule]?[finding.reason] ?? [] {
        if let captured = captures[kind], captured < due { beyondCapture[kind.rawValue, default: 0] += 1 }
      }
    }
  }
}

extension Report.Counts {
  /// Counts what a finding that fails was at the run before, where it did not fail there.
  fileprivate mutating func add(whatWas finding: Report.Finding, isWaived: Bool) {
    guard !isWaived else {
      waived += 1
      return
    }
    switch finding.verdictBefore.value {
    case .inconclusive: inconclusive += 1
    case .pending: pending += 1
    case .manual: manual += 1
    case .pass, .fail, nil: break
    }
  }
}

extension Report.Subject {
  /// Nil for a finding about no person.
  fileprivate var key: Int? {
    var hasher = Hasher()
    if let uid {
      hasher.combine(tenant)
      hasher.combine(uid)
    } else if let name = appleSub ?? email {
      hasher.combine(name)
    } else {
      return nil
    }
    return hasher.finalize()
  }
}
