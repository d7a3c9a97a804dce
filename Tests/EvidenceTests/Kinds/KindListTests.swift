import Foundation
import Testing

@testable import Evidence

/// What every kind in the list has to bring with it.
@Suite struct KindListTests {
  @Test func everyFolderIsInTheList() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Evidence/Kinds").standardizedFileURL
    let folders = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).filter { $0 != "Shared" }
    // The folder of `account-deletions` is `AccountDeletions`.
    let names = EvidenceKind.allCases.map { $0.rawValue.split(separator: "-").map(\.capitalized).joined() }
    #expect(folders.sorted() == names.sorted())
  }

  @Test func everyKindIsKnownByItsName() {
    #expect(Set(EvidenceKind.allCases.map(\.rawValue)).count == EvidenceKinds.all.count)
    #expect(Set(EvidenceKind.allCases).count == EvidenceKinds.all.count)
    for kind in EvidenceKind.allCases { #expect(EvidenceKind(rawValue: kind.rawValue) == kind) }
    #expect(EvidenceKind(rawValue: "") == nil)
    #expect(EvidenceKind(rawValue: "consent") == nil)
  }

  @Test(arguments: EvidenceKind.allCases)
  func everyKindIsWhole(_ kind: EvidenceKind) throws {
    let definition = kind.definition
    #expect(definition.kind == kind)
    if let record = definition.record { try expectWhole(record, definition) }
    guard !definition.tables.isEmpty else { return }
    #expect(!definition.views.isEmpty, "no view")
    // Aliases are only there after a transfer: without them nothing stays unknown.
    guard kind != .aliases else { return }
    #expect(definition.meaningOfAbsence?.hasSuffix(".") == true, "no sentence about what stays unknown without it")
  }

  private func expectWhole<Record: KindRecord>(_ record: Record.Type, _ definition: any KindDefinition.Type) throws {
    #expect(Record.kind == definition.kind)
    guard let table = Record.Writer.table else {
      #expect(definition.tables.isEmpty, "tables that no record is written to")
      return
    }
    #expect(definition.tables.contains { $0.name == table.name }, "\(table.name) is not in the schema")
    #expect(table.columns.first?.name == "ref")
    #expect(definition.summary != nil || !Record.namesPersons, "no summary")
    #expect(KindSample.all.contains { $0.record is Record }, "no sample in KindSamples.swift")
  }

  @Test func everyTableAndViewHasOneName() {
    let names = RunTables.all.map(\.name)
    #expect(Set(names).count == names.count)
    let views = PublicView.all.map(\.name)
    #expect(Set(views).count == views.count)
  }
}
