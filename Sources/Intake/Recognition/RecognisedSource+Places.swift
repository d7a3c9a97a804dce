extension RecognisedSource {
  /// `line 7` or `record 12`, as the format counts.
  package func locator(_ number: Int64) -> String {
    (shape?.unit ?? .record) == .line ? "line \(number)" : "record \(number)"
  }
}
