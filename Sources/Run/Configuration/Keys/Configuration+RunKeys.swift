import Evidence
import Judgement
import Reporting
import Timestamps
import Vocabulary

/// Keys of how a run judges, decides, writes and remembers.
extension Configuration {
  static var evidenceKeys: [ConfigurationKey<Configuration>] {
    [
      ConfigurationKey(
        "max_age",
        .either(.duration, .map(names: "kind of evidence", known: agedKinds, values: .duration)),
        standard: "`\(standard.maxAge.text)`",
        """
        How old the newest export of accounts may be. By kind it says, for the others, how old the newest capture may \
        be. Without an entry, a night without a kind that earlier nights had is incomplete.
        """, read: readMaxAge),
      .share(
        "max_drop", \.maxDrop, example: "20%",
        "By how much the number of accounts may fall from one run to the next."),
      .share(
        "max_orphans", \.maxOrphans, example: "5%",
        "How many records of a kind may match no account, past or present."),
      .duration("max_silence", \.maxSilence, "How old Apple's newest notice may be."),
      ConfigurationKey(
        "accounts", .count, standard: "`null`",
        "The number of accounts by another count. The export is compared with it."
      ) { reader, configuration in
        configuration.accounts =
          try reader.value("accounts", "a number of accounts, or null") { text in
            ["null", "~", ""].contains(text) ? .some(nil) : Int(text).flatMap { $0 >= 0 ? .some($0) : nil }
          } ?? nil
      },
      .share(
        "accounts_tolerance", \.accountsTolerance, example: "0.1%",
        "By how much the exported number of accounts may differ from the number stated."),
    ]
  }

  static var ruleKeys: [ConfigurationKey<Configuration>] {
    [
      ConfigurationKey("paths", .list(.path), standard: "`[]`", "Folders with rules of your own.") {
        reader, configuration in
        configuration.rulePaths = try reader.texts("paths") ?? []
        let place = reader.file + (reader.line(of: "paths").map { ":\($0)" } ?? "")
        configuration.rulePathsAsWritten = configuration.rulePaths.map {
          WrittenPath(key: "rules.paths", path: $0, place: place)
        }
      },
      ConfigurationKey("disable", .list(.text), standard: "`[]`", "Ids of rules that do not judge.") {
        reader, configuration in
        configuration.disabledRules = try reader.texts("disable") ?? []
        for rule in configuration.disabledRules {
          configuration.note(rule, "disable", reader.line(of: "disable"), reader)
        }
      },
      ConfigurationKey(
        "severity", .map(names: "rule id", values: .choice(of: Severity.self)), standard: "`{}`",
        "Severities in place of the rules' own."
      ) { reader, configuration in
        guard let severity = try reader.mapping("severity", keys: nil) else { return }
        for rule in severity.names {
          configuration.severities[rule] = try severity.choice(rule)
          configuration.note(rule, "severity", severity.line(of: rule), severity)
        }
      },
      ConfigurationKey(
        "params", .map(names: "rule id", values: .map(names: "parameter", values: .text)), standard: "`{}`",
        "Values of rules' parameters, which `relay-audit rules show ID` lists."
      ) { reader, configuration in
        guard let params = try reader.mapping("params", keys: nil) else { return }
        for rule in params.names {
          configuration.note(rule, "params", params.line(of: rule), params)
          guard let values = try params.mapping(rule, keys: nil) else { continue }
          for name in values.names { configuration.ruleParameters[rule, default: [:]][name] = try values.text(name) }
        }
      },
      .duration(
        "time_limit", \.ruleTimeLimit,
        "How long one rule may run. One that runs longer is stopped, and the audit is incomplete without it."),
    ]
  }

  static var gateKeys: [ConfigurationKey<Configuration>] {
    let levels = [FailOn.never.name] + Severity.allCases.map(\.rawValue)
    let limit = "a number or a share such as 5%"
    return [
      ConfigurationKey(
        "fail_on", .choice(levels), standard: "`\(standard.gate.failOn.name)`",
        "The lowest severity whose failing findings fail the gate."
      ) {
        if let level = try $0.word("fail_on", among: levels, { FailOn($0) }) { $1.gate.failOn = level }
      },
      .choice(
        "scope", \.gate.scope,
        "Which failing findings count: `all`, or the `new` ones, which the baseline does not hold."),
      .text(
        "baseline", \.baseline, as: .path, standard: "what failed at the last run whose gate passed",
        "The findings that are known, as `relay-audit baseline write` writes them."),
      ConfigurationKey(
        "require", .either(.choice(["auto", "none"]), .either(.kinds, .list(.kind))),
        standard: "`\(standard.gate.required.text)`",
        """
        Kinds of evidence without which the audit is incomplete. `auto` requires what the enabled rules need where \
        they have anything to judge, and what earlier runs had.
        """
      ) {
        if let required = try Self.required($0) { $1.gate.required = required }
      },
      ConfigurationKey(
        "optional", .list(.kind), standard: "`[]`",
        "Kinds of evidence that may be missing, whichever rule needs them and whichever run had them."
      ) { $1.gate.optional = try Self.optional($0) },
      ConfigurationKey(
        "max_inconclusive", .either(.count, .share),
        standard: standard.gate.maxInconclusive.map { "`\($0.text)`" } ?? "no limit",
        "How many verdicts may be inconclusive before the audit is incomplete."
      ) { $1.gate.maxInconclusive = try $0.value("max_inconclusive", limit, { Limit($0) }) },
      ConfigurationKey(
        "max_rejects", .either(.count, .share), standard: "`\(standard.gate.maxRejects.text)`",
        "How many of each source's own records may be rejected before the audit is incomplete."
      ) {
        if let rejects = try $0.value("max_rejects", limit, { Limit($0) }) { $1.gate.maxRejects = rejects }
      },
    ]
  }

  static var reportKeys: [ConfigurationKey<Configuration>] {
    [
      .text("out", \.reportFolder, as: .path, "The folder of the reports."),
      ConfigurationKey(
        "formats", .list(.choice(ReportRenderers.names)),
        standard: "`[\(standard.formats.map(\.name).joined(separator: ", "))]`",
        "The formats in which reports are written."
      ) { reader, configuration in
        guard let names = try reader.texts("formats") else { return }
        do throws(FormatError) {
          configuration.formats = try ReportRenderers.named(names)
        } catch {
          throw reader.error("formats", "cannot be used: \(error.problem)")
        }
      },
      .choice(
        "pii", \.personalData,
        """
        How reports show personal data: `masked` keeps uids, and of an email the first character and the host; \
        `hashed` puts a keyed hash in place of each value; `full` changes nothing.
        """),
      ConfigurationKey("locale", .choice(["en"]), standard: "`en`", "The language of reports; there is one so far.") {
        reader, _ in _ = try reader.word("locale", among: ["en"]) { $0 == "en" ? $0 : nil }
      },
      ConfigurationKey(
        "max_findings", .count, standard: "`\(standard.maxFindings)`",
        """
        How many findings of one rule report.json and report.html list. Above that they say so, and findings.csv, \
        which is written then in any case, lists all of them. Counts and the gate are always of all.
        """
      ) { reader, configuration in
        let limit = try reader.value("max_findings", "a number of findings, 0 or more") { text in
          Int(text).flatMap { $0 >= 0 ? $0 : nil }
        }
        if let limit { configuration.maxFindings = limit }
      },
    ]
  }

  static var historyKeys: [ConfigurationKey<Configuration>] {
    [
      .text("store", \.store, as: .path, "The file that keeps past runs and what they read."),
      ConfigurationKey(
        "keep", .duration, standard: "for ever",
        """
        How long a run keeps its report and findings, from its as-of time on. It stays listed, and in the ledger. \
        Runs with which later nights compare keep theirs.
        """
      ) { $1.keepHistory = try $0.duration("keep") },
      ConfigurationKey(
        "remember", .either(.duration, .choice(["0"])), standard: "`\(standard.rememberEvidence.text)`",
        """
        How long a record counts after it was last read. `0` judges by a run's own files alone, and lets a deletion \
        whose log has rotated look unproven.
        """
      ) {
        let span = try $0.value("remember", "a duration such as 400d, or 0") {
          $0 == "0" ? TimeSpan(milliseconds: 0) : TimeSpan($0)
        }
        if let span { $1.rememberEvidence = span }
      },
    ]
  }

  // MARK: - Reading

  /// Kinds whose captures have an age: a log is one of the kinds that it yields.
  private static let agedKinds = EvidenceKind.allCases.filter { $0 != .logs }.map(\.rawValue)

  /// One duration is the accounts' alone; a mapping has one for each kind.
  private static func readMaxAge(_ evidence: YAMLReader, _ configuration: inout Configuration) throws {
    guard evidence.isMapping("max_age") else {
      if let age = try evidence.duration("max_age") { configuration.maxAge = age }
      return
    }
    guard let ages = try evidence.mapping("max_age", keys: agedKinds) else { return }
    for name in ages.names {
      guard let kind = EvidenceKind(rawValue: name), let age = try ages.duration(name) else { continue }
      configuration.maxAges[kind] = age
    }
    configuration.maxAge = configuration.maxAges[.accounts] ?? configuration.maxAge
  }

  private static func optional(_ gate: YAMLReader) throws -> Set<EvidenceKind> {
    let all = EvidenceKind.allCases.map(\.rawValue)
    return Set(
      try (gate.texts("optional") ?? []).map { name in
        guard let kind = EvidenceKind(rawValue: name) else {
          throw gate.error(
            "optional", "names `\(name)`, which is not a kind of evidence\(NearestName.advice(about: name, among: all))"
          )
        }
        if kind == .logs {
          throw gate.error(
            "optional", "names `logs`, which have records of several kinds; name those that may be missing")
        }
        return kind
      })
  }

  /// A text such as `auto` or `consents,links`, or a list of kinds.
  private static func required(_ gate: YAMLReader) throws -> RequiredKinds? {
    let kinds = EvidenceKind.allCases.map(\.rawValue).joined(separator: ", ")
    guard gate.isList("require") else {
      return try gate.value("require", "auto, none, or some of \(kinds)", { RequiredKinds($0) })
    }
    let list = try gate.texts("require") ?? []
    guard let required = RequiredKinds(list.joined(separator: ",")) else {
      throw gate.error("require", "must be auto, none, or a list of \(kinds)")
    }
    return required
  }
}

extension Configuration {
  /// Remembers where the file names a rule. Which rules there are is not known before the file is read.
  fileprivate mutating func note(_ rule: String, _ key: String, _ line: Int?, _ reader: YAMLReader) {
    if rulePlaces[rule] == nil {
      rulePlaces[rule] = RulePlace(key: "rules.\(key)", file: reader.file, line: line)
    }
  }
}
