import Testing

@testable import Run

@Suite struct ProgressTextTests {
  private let text = ProgressText(
    action: "Reading", name: "exports/of-the-year/users.json.gz", details: ["45%", "12 s left", "1,200 records/s"])

  @Test(arguments: [
    (100, "Reading exports/of-the-year/users.json.gz: 45%, 12 s left, 1,200 records/s"),
    (74, "Reading exports/of-the-year/users.json.gz: 45%, 12 s left, 1,200 records/s"),
    (73, "Reading ...rts/of-the-year/users.json.gz: 45%, 12 s left, 1,200 records/s"),
    (60, "Reading ...ar/users.json.gz: 45%, 12 s left, 1,200 records/s"),
    (45, "Reading ...year/users.json.gz: 45%, 12 s left"), (30, "Reading .../users.json.gz: 45%"),
    (28, "Reading ...ear/users.json.gz"), (10, "Reading"), (3, ""),
  ])
  func itFits(width: Int, expected: String) {
    let fitted = text.fitted(to: width)
    #expect(fitted.count <= width)
    #expect(fitted == expected)
  }

  /// A character may take two columns.
  @Test func otherScriptsFitAsWell() {
    let text = ProgressText(action: "Reading", name: "日本語日本語日本語日本語")
    #expect(text.fitted(to: 32) == "Reading 日本語日本語日本語日本語")
    #expect(text.fitted(to: 31) == "Reading ...語日本語日本語日本語")
  }

  @Test(arguments: [
    (
      ReadingProgress(share: 0.25, records: 3000, seconds: 2),
      "Reading a: 25%, 6 s left, 1,500 records/s, 3,000 records"
    ),
    (ReadingProgress(share: 0.5, records: 1, seconds: 90), "Reading a: 50%, 1 min 30 s left, 0 records/s, 1 record"),
    (ReadingProgress(share: 0.1, records: 0, seconds: 1000), "Reading a: 10%, 2 h 30 min left"),
    (ReadingProgress(share: 0.25, records: 3000, seconds: 0.1), "Reading a: 25%, 3,000 records"),
    (ReadingProgress(share: nil, records: 3000, seconds: 2), "Reading a: 3,000 records, 1,500 records/s"),
    (ReadingProgress(share: nil, records: 0, seconds: 2), "Reading a"),
  ])
  func aReadingIsToldInWords(reading: ReadingProgress, expected: String) {
    #expect(ProgressText(.reading("Reading", path: "a", number: 1, of: 1), reading).fitted(to: 200) == expected)
  }

  @Test func oneOfManyIsNumbered() {
    let none = ReadingProgress(share: nil, records: 0, seconds: 0)
    #expect(
      ProgressText(.item("Judging by", name: "a/b", number: 3, of: 1200, "rules"), none).fitted(to: 80)
        == "Judging by a/b: 3 of 1,200 rules")
    #expect(
      ProgressText(.reading("Reading", path: "-", number: 2, of: 3), none).fitted(to: 80)
        == "Reading standard input: file 2 of 3")
    #expect(
      ProgressText(.reading("Reading", path: "a\u{1B}[2J", number: 1, of: 1), none).fitted(to: 80)
        == "Reading a\\u{1b}[2J")
  }
}
