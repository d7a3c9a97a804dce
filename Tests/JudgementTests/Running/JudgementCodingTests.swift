import Evidence
import Platform
import Testing
import Timestamps
import Vocabulary

@testable import Judgement

/// Judgements in a file are the same as in memory.
@Suite struct JudgementCodingTests {
  @Test func nothingIsLost() throws {
    let judgements = (0..<300).map { number in
      func text(_ name: String, _ divisor: Int) -> String? { number % divisor == 0 ? nil : "\(name) \(number % 40)" }
      func time(_ divisor: Int) -> Timestamp? {
        number % divisor == 0 ? nil : Timestamp(milliseconds: Int64(number) * 1000)
      }
      return Judgement(
        account: number % 3 == 0 ? nil : Int64(number - 150),
        subject: Subject(tenant: text("tenant", 4), uid: text("uid", 5), email: text("", 6), appleSub: text("sub", 7)),
        object: text("object", 8), discriminator: text("other", 9), verdict: Verdict.allCases[number % 5],
        reason: text("reason", 10), dueAt: time(11), at: time(12), detail: text("detail", 13),
        evidence: (0..<(number % 5)).map { Place(source: 1, number: Int64(number + $0)) })
    }
    var sort = SpilledSort<Judgement>(limit: 2) { _, _ in false }
    for judgement in judgements { try sort.append(judgement) }
    var sorted = try sort.finish()
    var found: [Judgement] = []
    try sorted.takeEach { found.append($0) }
    #expect(found == judgements)
  }
}
