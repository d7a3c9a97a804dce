import Evidence
import Foundation

/// What the name of a file or of a workbook's sheet says of all of its records: a table for each sort of event, such as
/// `consent_withdrawals`, needs no column that says what happened.
struct TellingName {
  /// Our column that says how a record stands.
  let column: String
  /// The word of the file's name; nil where it has none.
  let ofFile: String?
  private let ofSheets: [String?]
  private let kind: EvidenceKind

  private static let ends: [EvidenceKind: Set<String>] = [
    .consents: TellingWords.set(
      """
      withdrawn withdrawal withdraw revoked revocation revoke refused refusal declined decline denied denial rejected \
      rejection optout optedout unsubscribed unsubscribe unsubscription objection objected expired cancelled canceled \
      cancellation cancelation removal deletedconsent removedconsent consentwithdrawal consentrevocation
      """
    ).union(ForeignWords.withdrawals).union(ForeignWords.refusals),
    .links: TellingWords.set(
      """
      unlinked unlink unlinking disconnected disconnect disconnection detached unbound removed removal revoked failed \
      cancelled canceled deletedlink
      """
    ).union(ForeignWords.ends),
  ]
  /// The name is then not of all records.
  private static let others = TellingWords.set(
    """
    and or incl including included excl excluding excluded except not non without no all und oder ohne sans et y e o \
    sin con com sem
    """)
  /// A table's name is that of its folder, where its files are numbered.
  private static var parts: Regex<(Substring, Substring?)> {
    /(part|data|file|batch|chunk|export|out|output|results?)?[-_.0-9a-f]*/
  }

  /// Nil where no name says anything, and for a kind whose records end nothing.
  ///
  /// - Parameter sheets: the names of a workbook's sheets.
  init?(_ kind: EvidenceKind, path: String, sheets: [String] = []) {
    guard let column = TellingColumns.standing(of: kind), Self.ends[kind] != nil else { return nil }
    self.kind = kind
    self.column = column
    var names = path.split(separator: "/").map(String.init)
    var name = names.popLast() ?? path
    let stem = name.lowercased().prefix { $0 != "." }
    if let folder = names.last, stem.wholeMatch(of: Self.parts) != nil { name = folder }
    ofFile = Self.word(in: name, kind)
    ofSheets = sheets.map { Self.word(in: $0, kind) }
    if ofFile == nil, ofSheets.allSatisfy({ $0 == nil }) { return nil }
  }

  private static func word(in name: String, _ kind: EvidenceKind) -> String? {
    let ends = ends[kind] ?? []
    // Macs take marks from their letters.
    let words = NameWords.of(name.precomposedStringWithCanonicalMapping)
    guard others.isDisjoint(with: words) else { return nil }
    let pairs = NameWords.pairs(words)
    return (pairs + words).first { word in
      stems(of: word).contains(where: ends.contains)
        || ForeignWords.isUnspaced(word) && ends.contains { ForeignWords.isUnspaced($0) && word.contains($0) }
    }
  }

  /// The word, and what it may be the plural of.
  private static func stems(of word: String) -> [String] {
    [word] + ["s", "es", "e", "en", "n"].filter(word.hasSuffix).map { String(word.dropLast($0.count)) }
  }

  /// Our value that the word suggests.
  var hint: String { hint(for: ofFile) }

  private func hint(for word: String?) -> String {
    guard kind == .consents else { return "unlink" }
    let refusals = ["refus", "declin", "deni", "reject", "opt", "object"]
    return refusals.contains { word?.hasPrefix($0) ?? false } ? "refused" : "withdrawn"
  }

  /// The columns by any of which a record says how it stands.
  var columns: [String] { kind == .consents ? [column, "withdrawn_at", "expires_at"] : [column] }

  /// Why a record at a place that does not say how it stands is rejected; nil where no name speaks against it.
  func refusal(at place: Place) -> String? {
    let sheet = SheetPlace(number: place.number)?.sheet
    if let sheet, ofSheets.indices.contains(sheet), let word = ofSheets[sheet] {
      return """
        the name of the sheet says "\(word)", and nothing in the record says how it stands; save the sheet as a file \
        of its own, with an entry in `inputs` that says `constants: {\(column): \(hint(for: word))}`
        """
    }
    guard let word = ofFile else { return nil }
    return """
      the name of the file says "\(word)", and nothing in the record says how it stands; say in the configuration what \
      all of its records are: `constants: {\(column): \(hint)}`, or another value
      """
  }
}
