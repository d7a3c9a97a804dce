import Evidence
import Testing

@testable import Intake

/// What is told of each column of our own formats is what reading it does.
@Suite struct OwnColumnTests {
  struct Case: CustomStringConvertible {
    var kind: EvidenceKind
    var column: OwnColumn

    var description: String { "\(kind.rawValue).\(column.name)" }

    static let all = EvidenceKind.allCases.flatMap { kind in
      OwnColumns.list(of: kind).map { Case(kind: kind, column: $0) }
    }

    /// A record of the kind with this value in the column, and nothing else that it does not need.
    func record(_ value: String) -> String {
      let columns = Dictionary(OwnColumns.list(of: kind).map { ($0.name, $0.example) }) { first, _ in first }
      let needed = kind == .signIns ? [["uid"], ["at"], ["provider"]] : OwnColumns.required(of: kind)
      var fields = Dictionary(needed.map { ($0[0], columns[$0[0]] ?? "") }) { first, _ in first }
      fields[column.name] = value
      // An object stands for what it holds, and claims for a token.
      if column.name == "events" { fields = ["events": value] }
      if kind == .signIns, column.name == "iat" {
        fields["at"] = nil
        fields["iss"] = "https://appleid.apple.com"
      }
      if ["old_email", "new_email"].contains(column.name) { fields = ["old_email": value, "new_email": value] }
      let text = fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1.replacing("\"", with: "\\\""))\"" }
      return "{" + text.joined(separator: ",") + "}\n"
    }
  }

  @Test(arguments: Case.all)
  func theExampleIsRead(item: Case) throws {
    #expect(item.column.meaning.hasSuffix(".") && !item.column.example.isEmpty)
    // A signed token is too long for an example.
    if item.column.name == "id_token" { return }
    for settings in [
      SourceSettings(kind: item.kind), SourceSettings(kind: item.kind, columns: [item.column.name: item.column.name]),
    ] {
      let result = try read(item.record(item.column.example), settings: settings)
      #expect(result.summary.records == 1 && result.summary.rejects.isEmpty, "\(result.summary.rejects)")
    }
  }

  @Test(arguments: Case.all)
  func valuesAreThoseThatAreTold(item: Case) throws {
    func isRead(_ value: String) throws -> Bool {
      let plain = try read(item.record(value), settings: SourceSettings(kind: item.kind)).summary
      let settings = SourceSettings(kind: item.kind, columns: [item.column.name: item.column.name])
      let mapped = try read(item.record(value), settings: settings).summary
      #expect(plain.records == mapped.records, "\(value)")
      return plain.records == 1
    }
    for word in item.column.type.words ?? [] { #expect(try isRead(word), "\(word)") }
    switch item.column.type {
    case .time, .end, .bool, .words, .httpStatus: #expect(try !isRead("nonsense"))
    case .text: break
    }
    if item.column.type == .httpStatus { #expect(try isRead("599") && !isRead("600")) }
    // Later than a day after the audit.
    if item.column.type == .time { #expect(try !isRead("2028-01-01T00:00:00Z")) }
    if item.column.type == .end { #expect(try isRead("2028-01-01T00:00:00Z")) }
  }

  @Test func everyColumnIsTold() {
    for item in Case.all {
      let guides = FormatGuide.all.filter { $0.kind == item.kind && !$0.columns.isEmpty }
      #expect(guides.count == 1)
      #expect(guides[0].columns.contains(item.column))
      #expect(FormatGuide.page.contains("| `\(item.column.name)` | "))
    }
  }
}
