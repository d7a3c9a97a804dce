import Evidence
import Foundation
import Timestamps
import Yams

/// Reads a rule's `.cases.yaml`.
enum RuleCaseFile {
  /// A case may give records of every kind that has any; accounts stand in exports, which have keys of their own.
  static let evidenceKinds = EvidenceKind.allCases.filter(\.hasRecords).map(\.rawValue)
  private static let nightKeys = ["as_of", "captured_at", "accounts", "inputs"] + evidenceKinds
  static let defaultAsOf = "2026-11-20T06:00:00Z"
  static let defaultCapture = "2026-11-20T01:00:00Z"

  /// - Throws: `ConfigurationError`.
  static func read(_ text: String, file: String) throws -> [RuleCase] {
    let root = try YAMLReader(text: text, file: file, keys: ["cases"])
    let keys = ["name", "config", "files", "nights", "expect"] + nightKeys
    return try root.mappings("cases", keys: keys).map { entry in
      guard let name = try entry.text("name") else { throw entry.error("name", "is missing") }
      let expected = try entry.mappings(
        "expect",
        keys: ["subject", "object", "verdict", "reason", "due_at", "at", "detail", "discriminator", "evidence"]
      ).map { row in
        guard let verdict = try row.text("verdict") else { throw row.error("verdict", "is missing") }
        return RuleCase.Expectation(
          subject: try row.text("subject"), object: try row.text("object"), verdict: verdict,
          reason: try row.text("reason"), dueAt: try time(row, "due_at"), at: try time(row, "at"),
          detail: try row.text("detail"),
          discriminator: try row.text("discriminator"), evidence: try row.texts("evidence"))
      }
      var files: [String: String] = [:]
      if let texts = try entry.mapping("files", keys: nil) {
        for file in texts.names { files[file] = try texts.text(file) }
      }
      return RuleCase(
        name: name, earlierNights: try entry.mappings("nights", keys: nightKeys).map(night),
        lastNight: try night(entry),
        config: try entry.text("config") ?? "", files: files, expected: expected,
        line: entry.mappingLine ?? 0)
    }
  }

  private static func time(_ entry: YAMLReader, _ key: String) throws -> String? {
    try entry.value(key, "an RFC 3339 time", { Timestamp(rfc3339: $0) })?.rfc3339
  }

  private static func time(_ entry: YAMLReader, _ key: String, otherwise text: String) throws -> Timestamp {
    try entry.value(key, "an RFC 3339 time", { Timestamp(rfc3339: $0) })
      ?? Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0)
  }

  private static func night(_ entry: YAMLReader) throws -> RuleCase.Night {
    // Accounts stand in one export, or are grouped by the exports that show them.
    let groups = try entry.nodes("accounts").filter { $0["records"] != nil }.map {
      try YAMLReader(
        $0, file: entry.file, path: "accounts", keys: ["export", "captured_at", "truncated", "rejected", "records"])
    }
    var accounts = try groups.map { group in
      RuleCase.Accounts(
        export: try group.value("export", "new, old or unknown") { ["new", "old", "unknown"].contains($0) ? $0 : nil }
          ?? "new", capturedAt: try time(group, "captured_at", otherwise: defaultCapture),
        isTruncated: try group.text("truncated") == "true",
        rejected: try group.value("rejected", "a number", { Int($0) }) ?? 0, records: try records(group, "records"))
    }
    let isEmpty = try entry.has("accounts") && entry.nodes("accounts").isEmpty
    let plain = try entry.nodes("accounts").filter { $0["records"] == nil }.map { try record($0, entry, "accounts") }
    if !plain.isEmpty || isEmpty {
      accounts.append(
        RuleCase.Accounts(
          export: "new", capturedAt: try time(entry, "captured_at", otherwise: defaultCapture), isTruncated: false,
          records: plain))
    }
    var evidence: [String: [RuleCase.Record]] = [:]
    for kind in evidenceKinds {
      if entry.has(kind) { evidence[kind] = try records(entry, kind) }
    }
    let inputs = try entry.mappings("inputs", keys: ["name", "text", "base64", "captured_at"]).map { input in
      guard let name = try input.text("name") else { throw input.error("name", "is missing") }
      return RuleCase.Input(
        name: name,
        data: try input.value("base64", "data in Base64") { Data(base64Encoded: $0) }
          ?? Data((try input.text("text") ?? "").utf8),
        capturedAt: try time(input, "captured_at", otherwise: defaultCapture))
    }
    return RuleCase.Night(
      asOf: try time(entry, "as_of", otherwise: defaultAsOf), accounts: accounts, inputs: inputs, evidence: evidence)
  }

  private static func records(_ entry: YAMLReader, _ key: String) throws -> [RuleCase.Record] {
    try entry.nodes(key).map { try record($0, entry, key) }
  }

  private static func record(_ node: Node, _ entry: YAMLReader, _ key: String) throws -> RuleCase.Record {
    if case .scalar(let scalar) = node { return [RuleCase.Field(name: "value", value: .text(scalar.string))] }
    guard case .mapping(let mapping) = node else { throw entry.error(key, "must be a list of records") }
    return try mapping.compactMap { name, value in
      guard let name = name.string else { return nil }
      switch value {
      case .scalar(let scalar):
        // A quoted value is a text, whatever it looks like.
        let isPlain = scalar.style == .plain || scalar.style == .any
        if isPlain, scalar.string == "true" || scalar.string == "false" {
          return RuleCase.Field(name: name, value: .flag(scalar.string == "true"))
        }
        if isPlain, Int64(scalar.string) != nil, !scalar.string.hasPrefix("+") {
          return RuleCase.Field(name: name, value: .number(scalar.string))
        }
        return RuleCase.Field(name: name, value: .text(scalar.string))
      case .sequence(let items):
        return RuleCase.Field(name: name, value: .list(try items.map { try record($0, entry, key) }))
      case .mapping: return RuleCase.Field(name: name, value: .object(try record(value, entry, key)))
      default: throw entry.error(key, "has a value of a kind that records do not have")
      }
    }
  }
}
