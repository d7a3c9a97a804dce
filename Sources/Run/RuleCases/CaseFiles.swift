import Evidence
import Foundation
import Intake
import Timestamps

/// Writes a case as the files that a user would have.
struct CaseFiles {
  let folder: URL

  func write(_ night: RuleCase.Night, config: String, variant: CaseVariant) throws {
    var inputs: [(name: String, capturedAt: Timestamp, kind: String?)] = []
    func write(_ name: String, _ data: Data, kind: String? = nil, at time: Timestamp) throws {
      let name = variant.fileName(name)
      try data.write(to: folder.appending(path: name))
      inputs.append((name, time, kind))
    }
    func write(_ name: String, _ text: String, kind: String? = nil, at time: Timestamp) throws {
      try write(name, Data(text.utf8), kind: kind, at: time)
    }
    for (index, source) in night.accounts.enumerated() {
      try write("accounts-\(index).json", Self.export(source, variant), at: source.capturedAt)
    }
    for (kind, records) in night.evidence.sorted(by: { $0.key < $1.key }) {
      let records = variant.order(records.map { variant.record($0) })
      // A kind without a format of ours has no CSV.
      let isOwn = OwnColumns.names(of: EvidenceKind(rawValue: kind)) != nil
      let isTable = variant.isTable && isOwn && records.allSatisfy(Self.fitsTable)
      try write(
        "\(kind).\(isTable ? "csv" : "ndjson")", isTable ? Self.table(records) : Self.lines(records),
        // No column of a bare attempt shows its kind. Entries of a log have a format of their own.
        kind: records.isEmpty || kind == "revocations" && !records.contains(where: Self.isLogged) ? kind : nil,
        at: night.asOf)
    }
    for input in night.inputs { try write(input.name, input.data, at: input.capturedAt) }
    if variant.hasIrrelevantFile { try write("notes.txt", "Nothing that an auditor would know.\n", at: night.asOf) }
    var yaml = config + "\ninputs:\n"
    for input in inputs {
      let kind = input.kind.map { ", kind: \($0)" } ?? ""
      yaml += "  - {path: \(input.name), captured_at: \(input.capturedAt.rfc3339)\(kind)}\n"
    }
    try Data(yaml.utf8).write(to: folder.appending(path: AuditSettings.defaultConfig))
  }

  // MARK: Accounts

  private static func export(_ source: RuleCase.Accounts, _ variant: CaseVariant) -> String {
    let records = variant.order(source.records.map { variant.record($0) }) + variant.unrelatedAccounts
    let isToolkit = source.export == "new"
    let users =
      records.map { json(user($0, isToolkit: isToolkit)) }
      + Array(repeating: "{\"localId\":\"\",\"createdAt\":\"1700000000000\"}", count: source.rejected)
    if isToolkit {
      let text = "{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[" + users.joined(separator: ",")
      return source.isTruncated ? text + ",{\"localId\":\"cu" : text + "]}"
    }
    return "{\"users\": [\n" + users.joined(separator: ",\n")
      + (source.isTruncated ? ",\n{\n  \"localId\": \"cu" : "]}")
  }

  private static func user(_ record: RuleCase.Record, isToolkit: Bool) -> RuleCase.Record {
    let names = [
      "uid": "localId", "tenant": "tenantId", "phone": "phoneNumber", "photo": "photoUrl", "password": "passwordHash",
      "credentials": "providerUserInfo", "created_at": "createdAt", "display_name": "displayName",
      "initial_email": "initialEmail",
    ]
    var claims: RuleCase.Record = []
    var user: RuleCase.Record = record.map { field in
      var field = field
      field.name = names[field.name] ?? field.name
      switch (field.name, field.value) {
      case ("createdAt", .text(let text)):
        field.value = .text(Timestamp(rfc3339: text).map { String($0.milliseconds) } ?? text)
      case ("providerUserInfo", .list(let items)):
        field.value = .list(
          items.map { item in
            item.map {
              let names = ["provider": "providerId", "id": "rawId", "phone": "phoneNumber", "name": "displayName"]
              return RuleCase.Field(name: names[$0.name] ?? $0.name, value: $0.value)
            }
          })
      case ("is_private_email", .flag): claims.append(field)
      case ("claims", .object(let fields)): claims += fields
      case ("second_factors", .list(let items)):
        field.name = "mfaInfo"
        field.value = .list(
          items.map { item in
            item.map { factor in
              factor.name == "email"
                ? .init(name: "emailInfo", value: .object([.init(name: "emailAddress", value: factor.value)]))
                : .init(name: "phoneInfo", value: factor.value)
            }
              + [RuleCase.Field(name: "mfaEnrollmentId", value: .text("factor"))]
          })
      default: break
      }
      return field
    }
    user.removeAll { $0.name == "is_private_email" || $0.name == "claims" }
    if !claims.isEmpty { user.append(.init(name: "customAttributes", value: .text(json(claims)))) }
    if isToolkit { user.append(RuleCase.Field(name: "lastLoginAt", value: .text("1700000000000"))) }
    return user
  }

  // MARK: Records

  private static func lines(_ records: [RuleCase.Record]) -> String {
    records.map { json($0) + "\n" }.joined()
  }

  /// What Apple signs comes as JSON, and so do lists and what is nested.
  private static func fitsTable(_ record: RuleCase.Record) -> Bool {
    record.allSatisfy { field in
      if case .object = field.value { return false }
      if case .list = field.value { return false }
      return field.name != "payload"
    }
  }

  /// An entry of Cloud Logging.
  private static func isLogged(_ record: RuleCase.Record) -> Bool {
    record.contains { $0.name == "logName" }
  }

  private static func table(_ records: [RuleCase.Record]) -> String {
    guard !records.isEmpty else { return "" }
    var columns: [String] = []
    for record in records {
      for field in record where !columns.contains(field.name) { columns.append(field.name) }
    }
    let rows = records.map { record in
      columns.map { column in
        record.first { $0.name == column }.map { "\"" + plain($0.value).replacing("\"", with: "\"\"") + "\"" } ?? ""
      }.joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n"
  }

  private static func plain(_ value: RuleCase.Value) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list, .object: ""
    }
  }

  private static func json(_ record: RuleCase.Record) -> String {
    "{" + record.map { "\(quoted($0.name)):\(json($0.value))" }.joined(separator: ",") + "}"
  }

  private static func json(_ value: RuleCase.Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): number
    case .flag(let flag): flag ? "true" : "false"
    case .list(let records): "[" + records.map(item).joined(separator: ",") + "]"
    case .object(let record): json(record)
    }
  }

  /// A plain value in a list is read as a record with that value alone.
  private static func item(_ record: RuleCase.Record) -> String {
    if record.count == 1, let field = record.first, field.name == "value" { return json(field.value) }
    return json(record)
  }

  private static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
