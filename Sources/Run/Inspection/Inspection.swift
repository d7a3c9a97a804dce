import Evidence
import Foundation
package import Intake
import Reporting

/// What input files are, and how much of them can be read. Nothing is judged or stored.
package struct Inspection: Sendable {
  /// In order of path.
  package var sources: [SourceSummary]
  package var skipped: [SkippedInput]

  /// Recognises and reads all inputs. What is not read is named to `diagnostics` as an audit names it.
  ///
  /// - Throws: `UserError`, `ConfigurationError`.
  package init(of options: AuditOptions, diagnostics: Diagnostics) throws {
    let settings = try AuditSettings(options)
    diagnostics.showContacts(asIn: settings.configuration.personalData)
    for warning in settings.warnings { diagnostics.warning(warning) }
    let (inputs, sources) = try diagnostics.showingProgress {
      let inputs = try Inputs(settings, diagnostics: diagnostics).withMissing(nil)
      inputs.reportLeftOut(to: diagnostics)
      var sink = RepetitionCounter()
      var sources = try inputs.sources.enumerated().map { ordinal, source in
        diagnostics.progress(
          .reading("Reading", path: source.file.path, number: ordinal + 1, of: inputs.sources.count))
        return try inputs.reader.read(inputs.reader.settlingCapture(of: source), ordinal: ordinal, into: &sink)
      }
      let captures = Dictionary(sources.enumerated().map { ($0, $1.capturedAt) }) { first, _ in first }
      for (ordinal, count) in try sink.finish(captures: captures) {
        sources[ordinal].records -= Int64(count)
        sources[ordinal].duplicates += Int64(count)
      }
      return (inputs, sources)
    }
    self.sources = sources.map { $0.withoutContacts(settings.configuration.personalData) }
    diagnostics.say(inputs.warnings(of: sources.enumerated().map { ($0, $1) }))
    skipped = inputs.skipped.map { $0.withoutContacts(settings.configuration.personalData) }
    for notice in FreshFiles.notices(of: sources) { diagnostics.notice(notice) }
  }
}

extension SourceSummary {
  /// The summary without addresses and numbers, also in its path: as an audit shows it.
  fileprivate func withoutContacts(_ mode: PersonalData.Mode) -> SourceSummary {
    guard mode != .full else { return self }
    let masked = PersonalData.masking
    var summary = self
    summary.path = masked.text(path)
    summary.supersededBy = supersededBy.map(masked.text)
    summary.why = masked.text(why)
    summary.ignored = Dictionary(ignored.map { (masked.text($0.key), $0.value) }, uniquingKeysWith: +)
    summary.columnsUsed = columnsUsed.map(masked.text)
    summary.columnsIgnored = columnsIgnored.map(masked.text)
    summary.undecided = undecided.map(masked.text)
    summary.sheetsLeftOut = sheetsLeftOut.map(masked.text)
    for index in rejects.indices {
      summary.rejects[index] = Reject(
        locator: masked.text(rejects[index].locator), reason: masked.text(rejects[index].reason))
    }
    for index in examples.indices {
      for field in examples[index].fields.indices {
        summary.examples[index].fields[field].value = masked.text(examples[index].fields[field].value)
      }
    }
    return summary
  }
}

extension SkippedInput {
  fileprivate func withoutContacts(_ mode: PersonalData.Mode) -> SkippedInput {
    guard mode != .full else { return self }
    let masked = PersonalData.masking
    var input = self
    (input.path, input.reason) = (masked.text(path), masked.text(reason))
    return input
  }
}
