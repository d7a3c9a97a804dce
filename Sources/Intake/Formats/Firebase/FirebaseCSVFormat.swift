import Evidence

/// The Firebase CLI's CSV: 27, 28, 29 or 53 fields a row, without a header.
struct FirebaseCSVFormat: Format {
  let kind = EvidenceKind.accounts
  let guide = FormatGuide(
    name: "firebase-cli-csv", kind: .accounts, title: "Firebase CLI, `firebase auth:export users.csv`",
    note: "No header row; each row has 27, 28, 29 or 53 fields. Only rows of 53 fields show Apple credentials.",
    example: #"""
      u1,r1@privaterelay.appleid.com,true,,,,,,,,,,,,,,,,,,,,,1770000000000,1770000000000,,false,,
      """#)

  func name(of shape: Shape) -> String { "firebase-cli-csv" }

  func recognise(_ head: Head) -> Recognition? {
    guard head.shape == .table else { return nil }
    let row = CSVRow()
    for line in head.lines {
      if case .row = row.split(line, isLenient: true), FirebaseRow.fits(row.fields) {
        return Recognition(
          shape: .firebaseRows, score: 3,
          why: "its rows have \(row.fields.count) fields and no header, as the Firebase CLI exports them")
      }
    }
    guard head.lines.contains(where: { FirebaseRow.recovered($0) != nil }) else { return nil }
    return Recognition(
      shape: .firebaseRows, score: 3,
      why: "it has no header, and its rows have times in the columns where the Firebase CLI writes them")
  }

  func shape(forced head: Head) -> Shape? { head.shape == .table ? .firebaseRows : nil }

  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    try FirebaseCSVReader(context)
  }
}
