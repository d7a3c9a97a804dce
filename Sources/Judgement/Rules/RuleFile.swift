import Evidence
import Timestamps
import Vocabulary
import Yams

/// Reads a rule's file: metadata as YAML in the leading comment, then one query.
enum RuleFile {
  private static let keys: Set = [
    "title", "severity", "needs", "needs_any", "uses", "since", "scope", "rationale", "reasons", "sources",
    "frameworks", "params", "effective_from", "effective_until", "witnesses", "witnesses_of_nobody",
  ]

  /// - Throws: `RuleError`.
  static func read(_ text: String, id: String, origin: String) throws -> Rule {
    // Bytes: of characters, the end of a line of Windows is one, and another than "\n".
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let comment = lines.prefix { $0.starts(with: "--".utf8) }
    let yaml = comment.map { line in Substring(line.dropFirst(line.starts(with: "-- ".utf8) ? 3 : 2)) }
      .joined(separator: "\n")
    let query = lines.dropFirst(comment.count).first.map { text.utf8[$0.startIndex...] }
    let sql = query.map { String(Substring($0)) } ?? ""
    let metadata = try Reader(yaml: yaml, file: origin == builtIn ? "rules/\(id).sql" : origin).metadata()
    return Rule(
      id: id, metadata: metadata, sql: RuleSQL(sql), text: text, origin: origin, firstQueryLine: comment.count + 1)
  }

  static let builtIn = "built in"

  private struct Reader {
    let file: String
    let entries: [String: Node]

    init(yaml: String, file: String) throws {
      self.file = file
      let node: Node?
      do {
        node = try Yams.compose(yaml: yaml, .basic, .default, .utf8)
      } catch {
        throw RuleError(file: file, line: nil, problem: "its metadata is not valid YAML: \(error)")
      }
      guard case .mapping(let mapping)? = node else {
        throw RuleError(file: file, line: 1, problem: "must begin with its metadata, as YAML in `-- ` lines")
      }
      var entries: [String: Node] = [:]
      for (key, value) in mapping {
        guard let name = key.string, RuleFile.keys.contains(name) else {
          throw RuleError(
            file: file, line: key.mark?.line,
            problem:
              "unknown metadata `\(key.string ?? "")`; known are \(RuleFile.keys.sorted().joined(separator: ", "))")
        }
        entries[name] = value
      }
      self.entries = entries
    }

    func metadata() throws -> RuleMetadata {
      guard let severity = Severity(rawValue: try text("severity")) else {
        throw error("severity", "must be low, medium, high or critical")
      }
      return RuleMetadata(
        title: try text("title"), severity: severity, needs: try kinds("needs"), needsAny: try neededAny(),
        uses: try kinds("uses"), since: try kinds("since"), isOfThisRunAlone: try isOfThisRunAlone(),
        witnesses: try witnesses(), rationale: try text("rationale"), reasons: try reasons(), sources: try references(),
        frameworks: try texts("frameworks"),
        params: try parameters(), effectiveFrom: try day("effective_from"),
        effectiveUntil: try day("effective_until"))
    }

    private func isOfThisRunAlone() throws -> Bool {
      guard let node = entries["scope"] else { return false }
      guard node.string == "run" else {
        throw error("scope", "must be `run`, for a rule that judges this run's records and none that are remembered")
      }
      return true
    }

    private func witnesses() throws -> RuleWitnesses? {
      let declared = RuleWitnesses.Scope.allCases.filter { entries[$0.rawValue] != nil }
      guard let scope = declared.first else { return nil }
      guard declared.count == 1 else { throw error(declared[1].rawValue, "cannot stand beside `\(scope.rawValue)`") }
      guard case .mapping(let mapping)? = entries[scope.rawValue] else {
        throw error(scope.rawValue, "must have a query for each view; `{}` where none is needed")
      }
      return RuleWitnesses(
        scope: scope,
        queries: try mapping.map { key, value in
          guard let view = PublicView.ofRecords.first(where: { $0.name == key.string }) else {
            throw RuleError(
              file: file, line: key.mark?.line,
              problem: "`\(scope.rawValue)` names `\(key.string ?? "")`, which is no view of records (docs/views.md)")
          }
          guard case .scalar(let scalar) = value, !scalar.string.isEmpty else {
            throw RuleError(
              file: file, line: key.mark?.line, problem: "`\(scope.rawValue)` has no query for `\(view.name)`")
          }
          // A block begins on the line after its key.
          let line = key.mark?.line ?? 1
          return RuleWitnesses.Query(
            view: view, sql: RuleSQL(scalar.string), firstLine: scalar.style == .literal ? line + 1 : line)
        }.sorted { $0.view.name < $1.view.name })
    }

    private func neededAny() throws -> [RuleMetadata.Alternative] {
      try texts("needs_any").map { name in
        if name == RuleMetadata.Alternative.history.name { return .history }
        guard let kind = EvidenceKind(rawValue: name) else {
          throw error("needs_any", "names `\(name)`, which is neither a kind of evidence nor `history`")
        }
        return .kind(kind)
      }
    }

    private func error(_ key: String, _ problem: String) -> RuleError {
      RuleError(file: file, line: entries[key]?.mark?.line ?? 1, problem: "`\(key)` \(problem)")
    }

    private func text(_ key: String) throws -> String {
      guard case .scalar(let scalar)? = entries[key], !scalar.string.isEmpty else {
        throw error(key, "is missing, or is not text")
      }
      return scalar.string
    }

    /// A day, which begins in UTC, or an RFC 3339 time.
    private func day(_ key: String) throws -> Timestamp? {
      guard let node = entries[key] else { return nil }
      guard let text = node.string, let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z")
      else {
        throw error(key, "must be a day such as 2026-07-01, or an RFC 3339 time")
      }
      return time
    }

    private func texts(_ key: String) throws -> [String] {
      guard let node = entries[key] else { return [] }
      return try Self.texts(in: node, key, file: file)
    }

    /// The items of a list, which may be missing.
    private func items(_ key: String) throws -> [Node] {
      guard let node = entries[key] else { return [] }
      guard case .sequence(let items) = node else { throw error(key, "must be a list") }
      return Array(items)
    }

    /// The texts of a list. An item that is no text is an error: a kind that is left out would not be required.
    private static func texts(in node: Node, _ key: String, file: String) throws -> [String] {
      guard case .sequence(let items) = node else {
        throw RuleError(file: file, line: node.mark?.line, problem: "`\(key)` must be a list")
      }
      return try items.map { item in
        guard case .scalar(let scalar) = item else {
          throw RuleError(file: file, line: item.mark?.line, problem: "`\(key)` must be a list of texts")
        }
        return scalar.string
      }
    }

    private func kinds(_ key: String) throws -> [EvidenceKind] {
      guard let node = entries[key] else { return [] }
      return try kinds(in: node, key)
    }

    private func kinds(in node: Node, _ key: String) throws -> [EvidenceKind] {
      return try Self.texts(in: node, key, file: file).map {
        guard let kind = EvidenceKind(rawValue: $0) else {
          throw RuleError(
            file: file, line: node.mark?.line,
            problem: """
              `\(key)` knows no `\($0)`; kinds are \(EvidenceKind.allCases.map(\.rawValue).joined(separator: ", "))
              """)
        }
        return kind
      }
    }

    private func reasons() throws -> [String: RuleMetadata.Reason] {
      guard case .mapping(let mapping)? = entries["reasons"], !mapping.isEmpty else {
        throw error("reasons", "is missing: each reason has a `message` and a `remediation`")
      }
      var reasons: [String: RuleMetadata.Reason] = [:]
      for (key, value) in mapping {
        guard let name = key.string, let message = value["message"]?.string, let remedy = value["remediation"]?.string
        else {
          throw RuleError(file: file, line: key.mark?.line, problem: "a reason has a `message` and a `remediation`")
        }
        func named(_ key: String) throws -> [EvidenceKind] { try value[key].map { try kinds(in: $0, key) } ?? [] }
        reasons[name] = RuleMetadata.Reason(
          message: message, pending: value["pending"]?.string, remediation: remedy, absent: try named("absent"),
          lacks: try named("lacks"), missing: try named("missing"))
      }
      return reasons
    }

    private func references() throws -> [RuleMetadata.Reference] {
      return try items("sources").map { item in
        guard let url = item["url"]?.string, let says = item["says"]?.string, let read = item["read"]?.string else {
          throw RuleError(file: file, line: item.mark?.line, problem: "a source has `url`, `says` and `read`")
        }
        return RuleMetadata.Reference(url: url, says: says, read: read)
      }
    }

    private func parameters() throws -> [RuleMetadata.Parameter] {
      return try items("params").map { item in
        guard let name = item["name"]?.string, let type = item["type"]?.string, let text = item["default"]?.string
        else {
          throw RuleError(file: file, line: item.mark?.line, problem: "a parameter has `name`, `type` and `default`")
        }
        guard let value = RuleMetadata.Parameter.value(text, type: type) else {
          throw RuleError(
            file: file, line: item.mark?.line,
            problem: """
              the parameter `\(name)` is a duration, an integer, a share such as 20%, or a text, with a default of that type
              """)
        }
        return RuleMetadata.Parameter(
          name: name, type: type, defaultText: text, defaultValue: value, meaning: item["meaning"]?.string)
      }
    }
  }
}
