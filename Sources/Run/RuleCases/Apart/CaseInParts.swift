import Evidence
import Foundation

/// A case whose people are judged in groups of those who share names, directly or through others.
struct CaseInParts {
  private let folder: URL
  private let settings: [AuditSettings]
  private let nights: [PartedRecords]
  /// The names that stand for the groups, in ascending order. Records without a name are judged with the first group.
  let groups: [String?]

  private static let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)

  /// - Parameter folder: for the case's files.
  /// - Throws: `UserError` and `ConfigurationError` for a case that cannot be loaded.
  init(_ ruleCase: RuleCase, in folder: URL) throws {
    self.folder = folder
    var settings: [AuditSettings] = []
    var folders: [URL] = []
    for (index, night) in (ruleCase.earlierNights + [ruleCase.lastNight]).enumerated() {
      settings.append(try ruleCase.write(night, to: folder.appending(path: "night-\(index)"), variant: .plain))
      folders.append(folder.appending(path: "whole-\(index)"))
      _ = try Extraction(
        of: Inputs(settings[index], diagnostics: Self.diagnostics), settings[index], to: folders[index].path,
        Self.diagnostics)
    }
    self.settings = settings
    let names = JoinedNames()
    nights = try folders.map { try PartedRecords(of: $0, names) }
    let found = Set(nights.flatMap(\.roots)).sorted()
    groups = found.isEmpty ? [nil] : found
  }

  /// Hands the evidence of each group on the last night to `body`.
  ///
  /// - Parameter sums: of all groups together, for each night.
  func forEachGroup(_ sums: [EvidenceSums], _ body: (CaseEvidence) throws -> Void) throws {
    for (number, group) in groups.enumerated() {
      let store = folder.appending(path: "store-\(number).sqlite").path
      try EmptyStore.write(to: store)
      for (index, night) in nights.enumerated() {
        let place = folder.appending(path: "part-\(number)-\(index)")
        try night.write(group, withNameless: number == 0, to: place)
        var settings = settings[index]
        settings.configuration.store = store
        let inputs = try ExtractedInputs(in: place.path, settings, diagnostics: Self.diagnostics)
        try RuleCaseRunner.load(inputs, settings, .apart, Self.diagnostics, whole: sums[index]) { evidence in
          if index == nights.count - 1 { try body(evidence) }
        }
      }
    }
  }
}
