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
      withdrawn withdrawal withdraw revoked revocation refused refusal declined denied rejected rejection optout \
      optedout unsubscribed unsubscribe unsubscription objection objected expired
      """
    ).union(ForeignWords.withdrawals).union(ForeignWords.refusals),
    .links: TellingWords.set(
      "unlinked unlink unlinking disconnected disconnect disconnection detached removed removal failed"
    ).union(ForeignWords.ends),
  ]

  /// Nil for a kind whose records end nothing.
  ///
  /// - Parameter sheets: the names of a workbook's sheets.
  init?(_ kind: EvidenceKind, path: String, sheets: [String] = []) {
    guard let column = TellingColumns.standing(of: kind), Self.ends[kind] != nil else { return nil }
    self.kind = kind
    self.column = column
    ofFile = Self.word(in: (path as NSString).lastPathComponent, kind)
    ofSheets = sheets.map { Self.word(in: $0, kind) }
  }

  private static func word(in name: String, _ kind: EvidenceKind) -> String? {
    let ends = ends[kind] ?? []
    let words = NameWords.of(name)
    let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
    return (pairs + words).first { word in
      ends.contains(word) || word.hasSuffix("s") && ends.contains(String(word.dropLast()))
        || ForeignWords.isUnspaced(word) && ends.contains { ForeignWords.isUnspaced($0) && word.contains($0) }
    }
  }

  /// Our value that the word suggests.
  var hint: String {
    guard kind == .consents else { return "unlink" }
    let refusals = ["refus", "declin", "deni", "reject", "opt", "object"]
    return refusals.contains { ofFile?.hasPrefix($0) ?? false } ? "refused" : "withdrawn"
  }

  /// Why a record at a place that does not say how it stands is rejected; nil where no name speaks against it.
  func refusal(at place: Place) -> String? {
    let sheet = SheetPlace(number: place.number)?.sheet
    let ofSheet = sheet.flatMap { ofSheets.indices.contains($0) ? ofSheets[$0] : nil }
    guard let word = ofSheet ?? ofFile else { return nil }
    return """
      the name of the \(ofSheet == nil ? "file" : "sheet") says "\(word)", and nothing in the record says how it \
      stands; say in the configuration what its records are, such as `constants: {\(column): \(hint)}`
      """
  }
}
