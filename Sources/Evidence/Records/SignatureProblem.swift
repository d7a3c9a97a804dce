/// Why a signed statement is not believed.
package enum SignatureProblem: String, CaseIterable, Sendable {
  case badSignature = "bad-signature"
  case unknownKey = "unknown-key"
  case wrongIssuer = "wrong-issuer"
  case expired
}
