import Evidence
import Testing
import Timestamps

@testable import Judgement

@Suite struct BaselineTests {
  private let text = """
    relay-audit baseline 1
    ra-0123456789abcdef  consent/link-phone
    ra-fedcba9876543210  deletion/order

    """

  @Test func whatIsWrittenIsRead() throws {
    let baseline = try Baseline(text)
    #expect(baseline.entries.map(\.id) == ["ra-0123456789abcdef", "ra-fedcba9876543210"])
    #expect(baseline.entries.map(\.rule) == ["consent/link-phone", "deletion/order"])
    #expect(baseline.text == text)
    #expect(try Baseline(text.replacing("\n", with: "\r\n")) == baseline)
    // Two branches that were merged may have a line twice, and out of order.
    #expect(Baseline(baseline.entries.reversed() + baseline.entries) == baseline)
    #expect(try Baseline("relay-audit baseline 1").entries.isEmpty)
  }

  @Test(arguments: [
    ("", 1), ("relay-audit baseline 2\n", 1), ("ra-0123456789abcdef  a/b\n", 1),
    ("relay-audit baseline 1\n\n", 2), ("relay-audit baseline 1\nra-0123456789abcde  a/b\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef a/b\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef   a/b\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef  a\n", 2), ("relay-audit baseline 1\nra-0123456789abcdef  a/\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef  a/b \n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef  a/b\nx\n", 3),
    (" relay-audit baseline 1\n", 1), ("relay-audit baseline 1\n=======\n", 2),
  ])
  func anythingElseIsRefused(text: String, line: Int) {
    #expect { try Baseline(text) } throws: { ($0 as? Baseline.Malformed)?.line == line }
  }

  @Test func aKindMayBeMissingForAsLongAsItsCaptureIsFresh() {
    let captured = Timestamp(milliseconds: 1_790_000_000_000)
    func lost(_ maxAge: TimeSpan?) -> LostKind {
      LostKind(kind: .mail, run: 7, asOf: captured, capturedTo: captured, maxAge: maxAge)
    }
    #expect(!lost(nil).isAllowed(at: captured))
    #expect(lost(.days(8)).isAllowed(at: captured + .days(8)))
    #expect(!lost(.days(8)).isAllowed(at: captured + .days(8) + TimeSpan(milliseconds: 1)))
    #expect(lost(nil).sentence.contains("run 7 of 21 September 2026"))
  }
}
