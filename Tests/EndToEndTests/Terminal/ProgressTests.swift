import Foundation
import Testing

/// The line on a terminal that says what the program is doing.
@Suite struct ProgressTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func consents(_ range: Range<Int>) -> String {
    range.map { Sample.consent("u\($0)", "link:phone", "2026-01-01T00:00:00Z") }.joined()
  }

  @Test func aStreamShowsItsRecordsAndLeavesNothing() throws {
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/notes.txt", "nothing\n")
    let start = ContinuousClock.now
    let (status, screen) = try place.run(
      ["audit", "in", "--input", "consents=-", "--max-rejects", "1", "--as-of", Workplace.asOf], columns: 60,
      // Recognition waits for the beginning of a stream.
      input: [consents(0..<1000), "nonsense\n" + consents(0..<500), consents(0..<500), consents(0..<500)])
    let seconds = start.duration(to: .now) / .seconds(1)
    #expect(status == 0, "\(screen)")
    let counts = screen.drawn.compactMap { line in
      line.firstMatch(of: /^Reading standard input: ([0-9,]+) records/).flatMap { Int($0.1.replacing(",", with: "")) }
    }
    // Each of the waits is longer than two drawings.
    #expect(counts == counts.sorted() && Set(counts).count > 2 && counts.last == 2501, "\(screen.drawn)")
    let ofStream = screen.drawn.filter { $0.hasPrefix("Reading standard input") }
    #expect(ofStream.contains { $0.contains("records/s") } && !ofStream.contains { $0.contains("%") })
    #expect(screen.drawn.allSatisfy { $0.count < 60 }, "\(screen.drawn)")
    #expect(Double(screen.drawn.count) <= 10 * seconds + 1, "ten a second at most")
    #expect(screen.lines.count == 3 && screen.lines.allSatisfy { $0.hasPrefix("relay-audit: ") }, "\(screen.lines)")
  }

  @Test(arguments: [UInt16(100), 38])
  func aFileShowsItsShareInTheRoomThereIs(columns: UInt16) throws {
    let name = "consents of a whole year.ndjson"
    try place.write(name, consents(0..<20_000))
    let (status, screen) = try place.run(["inspect", name], columns: columns)
    #expect(status == 0)
    let shares = screen.drawn.compactMap { line in
      line.firstMatch(of: /^Reading .*year\.ndjson: ([0-9]+)%/).flatMap { Int($0.1) }
    }
    #expect(!shares.isEmpty && shares == shares.sorted() && shares.allSatisfy { $0 <= 100 }, "\(screen.drawn)")
    #expect(screen.drawn.contains { $0.contains(name) } == (columns == 100), "\(screen.drawn)")
    #expect(screen.drawn.allSatisfy { $0.count < columns } && screen.lines.isEmpty, "\(screen)")
  }

  @Test(arguments: [
    (["--quiet"], "xterm"), (["--log-format", "json"], "xterm"), ([], "dumb"), ([], ""),
  ])
  func itIsForTerminalsThatCanEraseALine(flags: [String], terminal: String) throws {
    let (status, screen) = try place.run(
      ["inspect", "-"] + flags, columns: 80, variables: ["TERM": terminal],
      input: [consents(0..<10), consents(10..<20)])
    #expect(status == 0 && !screen.text.contains("Reading") && !screen.text.contains("\u{1B}"), "\(screen)")
  }
}
