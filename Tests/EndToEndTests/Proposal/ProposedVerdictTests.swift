import Foundation
import Testing

/// What is proposed may leave an audit incomplete; it never makes a verdict wrong (docs/contract.md, section 3).
@Suite struct ProposedVerdictTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Proposal")

  private static let shapes: [String] = ["consents", "deletions", "revocations"].flatMap { family in
    ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.appending(path: family).path)) ?? []).sorted()
      .map { "\(family)/\($0)" }
  }

  private struct Verdicts: Equatable {
    var findings: Set<String>
    /// How many subjects passed, by rule.
    var passes: [String: Int]
  }

  private func place(_ shape: String) throws -> Workplace {
    let place = try Workplace()
    let family = shape.split(separator: "/")[0]
    for folder in ["companions/\(family)", shape] {
      let source = Self.fixtures.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name != "expected.yaml" {
        try place.write(name, Data(contentsOf: source.appending(path: name)))
      }
    }
    return place
  }

  private func verdicts(_ place: Workplace) throws -> Verdicts {
    let findings = try place.findings().map {
      "\($0.rule) \($0.uid ?? "") \($0.object ?? "") \($0.verdict) \($0.reason)"
    }
    let rules = try #require(try place.report()["rules"] as? [[String: Any]])
    let passes = rules.map { rule in
      (rule["id"] as? String ?? "", (rule["counts"] as? [String: Any])?["pass"] as? Int ?? 0)
    }
    return Verdicts(findings: Set(findings), passes: Dictionary(passes) { first, _ in first })
  }

  @Test(arguments: shapes)
  func noVerdictIsWrong(shape: String) throws {
    let expected = try place(shape)
    let yaml = try String(contentsOf: Self.fixtures.appending(path: "\(shape)/expected.yaml"), encoding: .utf8)
    try expected.write(
      "relay-audit.yaml", yaml.replacingOccurrences(of: "inputs: []", with: "inputs:") + "  - path: .\n")
    let known = try expected.audit()
    #expect([0, 1, 2].contains(known.status), "\(known)")

    let proposed = try place(shape)
    let written = try proposed.run("init")
    #expect(written.status == 0 && written.errors.isEmpty, "\(written)")
    let audited = try proposed.audit(".")
    #expect([0, 1, 2].contains(audited.status), "\(audited)")
    if try verdicts(proposed) == verdicts(expected) {
      #expect(audited.status == known.status)
      return
    }
    // The gate says what is missing, and by whose fault.
    let gate = try #require(try proposed.report()["gate"] as? [String: Any])
    let reasons = try #require(gate["reasons"] as? [String])
    let family = String(shape.split(separator: "/")[0])
    let entries = try expected.report()["sources"] as? [[String: Any]] ?? []
    let names =
      entries.compactMap { $0["path"] as? String }.map { ($0 as NSString).lastPathComponent } + ["`\(family)`"]
    #expect(audited.status != 0, "\(audited)")
    #expect(reasons.contains { reason in names.contains(where: reason.contains) }, "\(reasons)")
    // Nobody is cleared who is not.
    let more = try verdicts(proposed).passes.filter { rule, count in
      count > ((try? verdicts(expected).passes[rule]) ?? 0)
    }
    #expect(more.isEmpty, "\(more)")
  }
}
