/// A secret that stands in a source; its value is not here.
package struct ExposedSecret: Hashable, Codable, Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case privateKey = "private-key"
    case clientSecret = "client-secret"
    case rawToken = "raw-token"
  }

  package var kind: Kind
  /// The line or the number of the first record that has one.
  package var firstNumber: Int64
  /// How many records have one.
  package var records: Int64

  package init(kind: Kind, firstNumber: Int64, records: Int64) {
    self.kind = kind
    self.firstNumber = firstNumber
    self.records = records
  }
}
