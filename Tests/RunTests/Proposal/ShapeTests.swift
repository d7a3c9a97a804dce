import Evidence
import Foundation
import Intake
import Run
import Testing
import Timestamps

/// Files as other programs write them, and the configuration that reads each (docs/contract.md, section 3).
@Suite struct ShapeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Proposal")

  private struct Shape {
    var name: String
    /// Its files, and those that come with its kind of evidence.
    var files: [URL]
    var expected: URL
  }

  private static func shapes() throws -> [Shape] {
    let files = FileManager.default
    return try ["consents", "deletions", "revocations"].flatMap { family in
      let companions = try files.contentsOfDirectory(
        at: folder.appending(path: "companions/\(family)"), includingPropertiesForKeys: nil)
      return try files.contentsOfDirectory(at: folder.appending(path: family), includingPropertiesForKeys: nil).map {
        let own = try files.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        return Shape(
          name: $0.lastPathComponent, files: companions + own.filter { $0.lastPathComponent != "expected.yaml" },
          expected: $0.appending(path: "expected.yaml"))
      }
    }.sorted { $0.name < $1.name }
  }

  /// One thing that an entry says.
  private struct Fact: Hashable {
    var key: String
    var value: String
  }

  /// What the expected configuration says.
  private static func facts(of input: Configuration.Input) -> Set<Fact> {
    var facts: Set<Fact> = [Fact(key: "kind", value: input.kind?.rawValue ?? "")]
    func add(_ key: String, _ value: String) { facts.insert(Fact(key: key, value: value)) }
    for (ours, theirs) in input.columns { add("columns.\(ours)", theirs) }
    for (ours, value) in input.constants { add("constants.\(ours)", value) }
    for (column, values) in input.record.values {
      for (theirs, ours) in values { add("values.\(column).\(theirs)", ours) }
    }
    for (path, values) in input.record.filters { for value in values { add("where.\(path)", value) } }
    for name in input.record.ignored { add("ignore", name) }
    if let unit = input.timeUnit { add("time_unit", unit.rawValue) }
    if let zone = input.record.timeZone { add("time_zone", zone) }
    if let pattern = input.record.pattern { for group in groups(of: pattern) { add("pattern", group) } }
    return facts
  }

  private static func groups(of pattern: String) -> [String] { (try? LinePattern(pattern).names) ?? [] }

  private static func facts(of line: ProposedLine) -> [Fact] {
    func each(_ key: String) -> [Fact] { line.texts.map { Fact(key: key, value: $0) } }
    return switch line.key {
    case .kind: each("kind")
    case .pattern: groups(of: line.texts.first ?? "").map { Fact(key: "pattern", value: $0) }
    case .filter(let path): each("where.\(path)")
    case .column(let name): each("columns.\(name)")
    case .value(let column, let theirs): each("values.\(column).\(theirs)")
    case .constant(let name): each("constants.\(name)")
    case .ignored: each("ignore")
    case .timeUnit: each("time_unit")
    case .timeZone: each("time_zone")
    }
  }

  private struct Score {
    /// Written as a fact, and so expected.
    var right = 0
    /// Expected, and put as a question with that answer.
    var asked = 0
    /// Expected, and neither.
    var missed: [String] = []
    /// Written as a fact, and not expected.
    var wrong: [String] = []
  }

  /// That any other purpose is rejected is not in an answer.
  private static let guarding = Fact(key: "values.purpose.link:phone", value: "link:phone")

  /// Of the shape's files in a folder of their own.
  private static func proposal(_ shape: Shape) throws -> ConfigurationProposal {
    let place = FileManager.default.temporaryDirectory.appending(path: "relay-audit-shape-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    for file in shape.files {
      try FileManager.default.copyItem(at: file, to: place.appending(path: file.lastPathComponent))
    }
    return try ConfigurationProposal(of: [place.path], in: place.path)
  }

  private static func score(_ shape: Shape) throws -> Score {
    let proposal = try proposal(shape)
    let expected = try Configuration(yaml: String(contentsOf: shape.expected, encoding: .utf8), name: "expected.yaml")
    let facts = Set(expected.inputs.flatMap(facts(of:)))
    var score = Score()
    let lines = proposal.entries.flatMap { entry in
      entry.proposal.lines.map { (line: $0, isFact: $0.certainty != .question && !entry.proposal.isWithheld) }
    }
    let written = Set(lines.filter(\.isFact).flatMap { Self.facts(of: $0.line) })
    let asked = Set(lines.filter { !$0.isFact }.flatMap { Self.facts(of: $0.line) })
    score.right = facts.intersection(written).count
    score.asked = facts.subtracting(written).intersection(asked).count
    func names(_ facts: Set<Fact>) -> [String] { facts.map { "\(shape.name): \($0.key) \($0.value)" }.sorted() }
    score.missed = names(facts.subtracting(written).subtracting(asked))
    score.wrong = names(written.subtracting(facts).subtracting([guarding]))
    // Paths with a wildcard are those that were expected.
    if !expected.inputs.isEmpty, !proposal.entries.contains(where: { $0.path == expected.inputs[0].name }) {
      score.missed.append("\(shape.name): path \(expected.inputs[0].name)")
    }
    return score
  }

  @Test func proposalsAreRightOrQuestions() throws {
    let shapes = try Self.shapes()
    let scores = try shapes.map(Self.score)
    let right = scores.map(\.right).reduce(0, +)
    let asked = scores.map(\.asked).reduce(0, +)
    let missed = scores.flatMap(\.missed)
    print(
      "\(shapes.count) shapes: of \(right + asked + missed.count) facts \(right) are written, \(asked) are questions with "
        + "the right answer, \(missed.count) are missed: \(missed.joined(separator: "; "))")
    #expect(shapes.count >= 30)
    #expect(scores.flatMap(\.wrong) == [])
    #expect(right >= 212, "\(right)")
    #expect(missed.count <= 4, "\(missed)")
  }

  /// What is written is a configuration, whatever is in the files.
  @Test func eachProposalIsRead() throws {
    for shape in try Self.shapes() {
      let proposal = try Self.proposal(shape)
      let active = proposal.entries.filter { !$0.proposal.isWithheld }.count
      let whole = try Configuration(yaml: proposal.text, name: shape.name)
      #expect(whole.inputs.count == active + 1, "\(shape.name)")
      #expect(try Configuration(yaml: proposal.inputs, name: shape.name).inputs.count == active, "\(shape.name)")
    }
  }
}
