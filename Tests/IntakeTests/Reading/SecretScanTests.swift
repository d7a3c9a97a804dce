import Evidence
import Testing

@testable import Intake

@Suite struct SecretScanTests {
  private func kinds(in text: String) -> Set<ExposedSecret.Kind> {
    var scan = SecretScan(kind: .accounts, format: nil)
    Array(text.utf8).withUnsafeBufferPointer { scan.look(atRecord: $0, 1) }
    return Set(scan.found.keys)
  }

  /// Bytes are looked at in groups, and a mark may lie across two of them or at either end.
  @Test func aSecretIsFoundWhereverItStands() {
    let secrets: [(String, ExposedSecret.Kind)] = [
      ("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.0123456789abcdef", .rawToken),
      ("-----BEGIN PRIVATE KEY-----", .privateKey),
    ]
    for (secret, kind) in secrets {
      for before in 0..<100 {
        for after in [0, 1, 2, 31, 32, 33, 64] {
          let text = String(repeating: " ", count: before) + secret + String(repeating: " ", count: after)
          #expect(kinds(in: text) == [kind], "\(before) before, \(after) after")
        }
      }
    }
  }

  @Test func whatOnlyBeginsLikeOneIsNone() {
    for text in ["", "e", "eyJ", "e.J", "-x-", "---", "2026-11-20", String(repeating: "e-J-", count: 40)] {
      #expect(kinds(in: text).isEmpty, "\(text)")
    }
  }
}
