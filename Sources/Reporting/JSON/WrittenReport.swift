import Crypto
package import Foundation

/// The bytes of a `report.json`, in front of its last member and from there: what the ledger has the hash of, and the
/// place in the ledger.
package struct WrittenReport {
  private let members: Data
  private let end: Data

  /// - Parameter json: of any version, and as the program wrote it.
  package init(_ json: Data) {
    let cut = json.range(of: Data(",\n  \"ledger\": ".utf8), options: .backwards)
    members = json[..<(cut?.lowerBound ?? json.endIndex)]
    end = json[members.endIndex...]
  }

  /// SHA-256 of the report with `ledger` null, lower-case hex.
  package var sha256: String {
    var hash = SHA256()
    hash.update(data: members)
    if !end.isEmpty { hash.update(data: Self.end(nil)) }
    return hash.finalize().hexadecimal
  }

  /// Whether it names this place in the ledger, and ends there.
  package func ends(with ledger: Report.Ledger?) -> Bool { end.isEmpty || end.elementsEqual(Self.end(ledger)) }

  private static func end(_ ledger: Report.Ledger?) -> [UInt8] {
    var writer = JSONWriter()
    writer.openObject()
    ReportJSON.write(ledger, &writer)
    writer.closeObject()
    // In the report, a comma stands in the place of the bracket.
    return [UInt8(ascii: ",")] + writer.take().dropFirst() + [0x0A]
  }
}
