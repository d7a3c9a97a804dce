import Testing

@testable import Judgement

@Suite struct ShareTests {
  /// As many of a hundred are allowed as the percentage says, and not one more.
  @Test(arguments: 0...100) func aPercentageIsExact(percent: Int) throws {
    let share = try #require(Share("\(percent)%"))
    #expect(share.text == "\(percent)%" && share.tenThousandths == percent * 100)
    for factor in [1, 7, 1_000_000_007] {
      #expect(share.allows(percent * factor, of: 100 * factor), "\(factor)")
      #expect(!share.allows(percent * factor + 1, of: 100 * factor), "\(factor)")
    }
  }

  @Test(arguments: [
    ("0.1%", 1, 1000), ("0.01%", 1, 10_000), ("33.3%", 333, 1000), ("12.5%", 1, 8), ("05.50%", 11, 200),
    ("0.000000000001%", 1, 100_000_000_000_000),
  ])
  func aPercentageMayHaveDecimalPlaces(text: String, count: Int, total: Int) throws {
    let share = try #require(Share(text))
    #expect(share.text == text)
    #expect(share.allows(count, of: total) && !share.allows(count + 1, of: total))
  }

  @Test(arguments: [("29%", 2900), ("0.1%", 10), ("0.004%", 0), ("0.005%", 1), ("99.999%", 10_000)])
  func rulesCalculateInTenThousandths(text: String, expected: Int) {
    #expect(Share(text)?.tenThousandths == expected)
  }

  @Test(arguments: [(200, "20%"), (1, "0.1%"), (15, "1.5%"), (0, "0%"), (1000, "100%")])
  func aDefaultIsAsIfItHadBeenWritten(permille: Int, text: String) {
    #expect(Share(permille: permille) == Share(text))
  }

  @Test(arguments: [
    "", "%", "5", ".5%", "5.%", "5.5.5%", "1e1%", "+5%", "-5%", "100.1%", "0x5%", " 5%", "nan%", "٥%", "5%%",
    "1.0000000000001%", "99999999999999999999%",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(Share(text) == nil)
  }
}
