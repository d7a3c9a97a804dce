import Foundation
import History
import Judgement
import Reporting
import Storage

/// Ids of findings as reports with hashed personal data show them, against those by which the store knows findings.
///
/// People take either from wherever they saw it: into a waiver, a baseline, a question.
final class PublishedIDs {
  private let store: Connection
  private let personalData: PersonalData
  /// By the published id of each finding that the store knows, its own; worked out when it is first asked for.
  private var known: [String: String]?

  /// - Throws: `StorageError`.
  init(in store: Connection) throws {
    self.store = store
    // Without a key nothing was published.
    let key = try StoreSettings.knownPersonalDataKey(in: store)
    personalData = PersonalData(mode: key == nil ? .full : .hashed, key: key ?? Data())
  }

  func published(_ id: String) -> String { personalData.published(id) }

  /// The store's id of a finding of which either is given; the one given where the store knows neither.
  ///
  /// - Throws: `StorageError`.
  func own(_ id: String) throws -> String {
    if known == nil {
      known = Dictionary(
        try FindingHistory.ids(in: store).map { (personalData.published($0), $0) }
      ) { first, _ in first }
    }
    return known?[id] ?? id
  }

  /// The same for one finding, without a list of all.
  ///
  /// - Throws: `StorageError`.
  func find(_ id: String) throws -> String {
    if try FindingHistory.isKnown(id, in: store) { return id }
    if let own = try FindingHistory.id(published: id, in: store) { return own }
    // It may have been published by a sample, or before the store noted it.
    var found: String?
    try FindingHistory.forEachID(in: store) { own, published in
      if published == nil, personalData.published(own) == id { found = own }
      return found == nil
    }
    return found ?? id
  }

  /// The ids that the store notes as published and that are not, a sentence each.
  ///
  /// - Throws: `StorageError`.
  func problems() throws -> [String] {
    var problems: [String] = []
    try FindingHistory.forEachID(in: store) { own, published in
      if let published, published != personalData.published(own) {
        problems.append("the published id of finding \(own) was changed")
      }
      return problems.count < 10
    }
    return problems
  }

  /// A kept report with the store's ids, to be compared with others.
  ///
  /// - Throws: `StorageError`.
  func withOwnIDs(_ report: Report) throws -> Report {
    guard report.hasPublishedIDs else { return report }
    var report = report
    report.hasPublishedIDs = false
    for index in report.findings.indices { report.findings[index].id = try own(report.findings[index].id) }
    for index in report.resolved.indices { report.resolved[index].id = try own(report.resolved[index].id) }
    for index in report.waivers.indices {
      report.waivers[index].findings = try report.waivers[index].findings.map(own)
    }
    if let stale = report.baseline?.stale { report.baseline?.stale = try stale.map(own) }
    return report
  }

  /// Waivers with the store's ids.
  ///
  /// - Throws: `StorageError`.
  func withOwnIDs(_ waivers: Waivers) throws -> Waivers {
    Waivers(
      try waivers.entries.map { entry in
        guard case .findings(let ids) = entry.scope else { return entry }
        var entry = entry
        entry.scope = .findings(try ids.map(own))
        return entry
      })
  }
}

extension AuditSettings {
  /// The same, with the ids of waivers and of the baseline as the store has them.
  ///
  /// - Throws: `StorageError`.
  func withOwnIDs(in store: Connection) throws -> AuditSettings {
    guard !waivers.entries.isEmpty || baseline != nil else { return self }
    let ids = try PublishedIDs(in: store)
    var settings = self
    settings.waivers = try ids.withOwnIDs(waivers)
    settings.baseline = try baseline.map { try $0.withIDs(ids.own) }
    return settings
  }
}
