/// What is wrong with sentences for people, as far as a machine can tell.
package enum Prose {
  /// A sentence with more words is hard to read aloud.
  private static let longestSentence = 36

  /// Jargon, and what only a reader of the source would understand.
  private static let avoided = [
    "breaks off", "cannot be told", "nobody can tell", "was not heard", "put right", "due to be gone", "still stands",
    "although it was due", "known by", "were supplied to this run", "of which there", "anew", "lest",
  ]

  /// - Parameter codes: names for programs, such as `beyond-capture`, which stand in sentences within backquotes alone.
  /// - Returns: a line for each fault.
  package static func faults(in text: String, codes: Set<String> = []) -> [String] {
    var faults: [String] = []
    func check(_ isGood: Bool, _ fault: String) { if !isGood { faults.append("\(fault): \(text)") } }
    check(text.first.map { $0.isUppercase || $0.isNumber || $0 == "`" } == true, "does not begin like a sentence")
    check(text.hasSuffix(".") && !text.hasSuffix(".."), "does not end with a full stop")
    check(!text.contains("  ") && !text.contains(" .") && !text.contains(" ,"), "has a stray space")
    check(!text.contains("{") && !text.contains("}"), "has a placeholder")
    check(!text.contains(" — ") && !text.contains(" – "), "has a dash in place of a full stop")
    check(!text.contains(#/\d{4}-\d\d-\d\d/#), "has a date for programs")
    check(!text.contains(#/\b[Aa] [aeio][a-z]|\b[Aa]n [bcdfgjkpqtvwxyz][a-z]/#), "has a wrong article")
    check(!text.contains(#/\b([A-Za-z]+) \1\b/#), "has a word twice")
    // Quoted names are of programs.
    let plain = text.replacing(#/`[^`]*`/#, with: "x")
    check(!plain.contains("`"), "has an unpaired backquote")
    let words = Set(plain.split { !($0.isLetter || $0 == "-") }.map(String.init))
    check(words.isDisjoint(with: codes), "has a name for programs (\(words.intersection(codes).sorted()))")
    for phrase in avoided { check(!plain.lowercased().contains(phrase), "says “\(phrase)”") }
    for sentence in plain.split(separator: #/[.:;] /#) {
      check(sentence.split(separator: " ").count <= longestSentence, "has a long sentence")
    }
    return faults
  }
}
