import Testing

@testable import Evidence

@Suite struct NameChangesTests {
  private func pairs(_ texts: String...) -> [NamePair] { texts.map(pair) }

  /// Of an account and a name of one letter each.
  private func pair(_ text: String) -> NamePair {
    let letters = text.unicodeScalars.map { UInt64($0.value) }
    return NamePair(account: letters[0], name: letters.count > 1 ? letters[1] : NamePair.nameless)
  }

  private func differ(
    _ before: [NamePair], _ now: [NamePair], isComplete: Bool = true, inScope: Set<UInt64> = []
  ) -> NameChanges {
    NameChanges(from: before, to: now, isComplete: isComplete, inScope: inScope)
  }

  @Test func aNightLikeTheOneBeforeChangesNothing() {
    let all = pairs("ax", "ay", "bz")
    #expect(differ(all, all).isEmpty)
    #expect(differ(all, pairs("bz", "ax", "ay", "c")).isEmpty)
  }

  @Test func namesComeAndGo() {
    let changes = differ(pairs("ax", "bz", "cw"), pairs("ay", "bz", "dx"))
    #expect(changes.borne == pairs("ay", "dx") && changes.ended == pairs("ax", "cw"))
  }

  @Test func aPartOfTheAccountsTellsOfThoseThatItShows() {
    let before = pairs("ax", "bz", "cw", "dv")
    let changes = differ(before, pairs("a", "cu"), isComplete: false, inScope: [pair("d").account])
    #expect(changes.borne == pairs("cu") && changes.ended == pairs("ax", "cw", "dv"))
  }

  /// Whatever the order of the accounts, the changes make tonight's pairs of those of before.
  @Test func changesMakeTheStateOfTheNight() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      func night() -> [NamePair] {
        (0..<UInt64(60)).flatMap { account in
          (1...3).filter { _ in Bool.random(using: &random) }.map { NamePair(account: account, name: $0) }
        }
      }
      let nights = [night(), night(), night()]
      var notes: [NameNote] = []
      for (index, night) in nights.enumerated() {
        let shown = index == 1 ? night.shuffled(using: &random) : night
        let changes = differ(NameNotes(notes).current, shown)
        notes.append(NameNote(run: Int64(index), event: .borne, pairs: changes.borne))
        notes.append(NameNote(run: Int64(index), event: .ended, pairs: changes.ended))
        let current = NameNotes(notes.filter { !$0.pairs.isEmpty }).current
        #expect(current.count == night.count && Set(current) == Set(night))
      }
    }
  }

  @Test func theNextRunTellsTheRest() {
    let passed = NameChanges(borne: pairs("ax", "bx"), ended: pairs("ay", "by"))
      .passed(to: NameChanges(borne: pairs("ax", "cz"), ended: pairs("ay")), isComplete: true)
    #expect(passed.next.borne == pairs("cz", "by") && passed.next.ended == pairs("bx"))
    #expect(passed.rest.isEmpty)
  }

  /// Of accounts that a part leaves out, what was changed before it is still so after it.
  @Test func aPartPassesOnWhatItDoesNotTell() {
    let passed = NameChanges(borne: pairs("ax", "bx"), ended: pairs("ay", "by"))
      .passed(to: NameChanges(borne: pairs("ax"), ended: pairs("ay")), isComplete: false)
    #expect(passed.next.isEmpty)
    #expect(passed.rest.borne == pairs("bx") && passed.rest.ended == pairs("by"))
  }
}
