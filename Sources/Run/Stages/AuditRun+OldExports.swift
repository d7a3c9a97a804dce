import Evidence
import History
import Intake
import Reporting
import Timestamps

extension AuditRun {
  /// Files of accounts that an earlier run read, but not the last one: an old copy that was put back has the time of
  /// the copying.
  func exportsOfEarlierRuns(_ sources: [AuditedSource]) throws -> [Report.Limit] {
    let exports = sources.filter { source in
      source.facts.kind == .accounts && source.summary.records > 0
        && ![.configuration, .flag].contains(source.summary.capturedFrom)
    }
    let earlier = try EarlierExports(of: settings.project, before: settings.asOf, in: store)
    let found = exports.compactMap { source in
      earlier.reading(of: source.summary.sha256, before: source.facts.capturedAt).map { (source.facts, $0) }
    }
    return Dictionary(grouping: found, by: \.1.run).sorted { $0.key < $1.key }.map { run, files in
      let (first, reading) = files[0]
      let others = files.count > 1 ? " (and \(files.count - 1) more)" : ""
      let text = """
        `\(first.path)`\(others) is byte for byte an export that run \(run) of \(reading.asOf.readable) read, and \
        differs from that of the last run. If an old copy was put back, its time of capture \
        (\(first.capturedAt.readable)) is wrong, and this run judged an outdated state. Export the accounts again, or \
        set `captured_at` in the file's entry under `inputs`.
        """
      diagnostics.warning(text)
      return Report.Limit(code: "export-of-earlier-run", text: text)
    }
  }
}
