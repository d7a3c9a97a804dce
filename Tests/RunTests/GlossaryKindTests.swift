import Evidence
import Testing

@testable import Reporting

@Suite struct GlossaryKindTests {
  /// Reports name kinds as configurations do.
  @Test func everyKindIsExplained() throws {
    let kind = try #require(Glossary.entries.first { $0.term == "kind" })
    for name in EvidenceKind.allCases.map(\.rawValue) { #expect(kind.meaning.contains("`\(name)`"), "\(name)") }
  }
}
