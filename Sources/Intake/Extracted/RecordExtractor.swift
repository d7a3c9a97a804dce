package import Evidence
import Foundation

/// Writes normalised records as lines instead of judging them (docs/scale.md). A line is
/// `{"line":…,"source":…,"number":…,"part":…,"names":[…],"kind":…,"record":{…}}`: its own number, where the record
/// stands, the names by which it belongs together with others, and what it says. `part` is left out where it is 0.
///
/// All accounts are written, in scope or not, since other evidence decides about that. Records that come with an
/// account count only if it is in scope, so they are written with it: `"evidence":[{"kind":…,"record":{…}}]`.
package final class RecordExtractor: EvidenceSink {
  private let census: AccountCensus
  private let forgotten: ForgottenPersons
  private let output: ([UInt8]) throws -> Void
  private var line = JSONLine()
  private let encoder = JSONEncoder()
  /// The place of the account that was screened last, until it is handed over.
  private var account: Place?
  /// What came with it.
  private var evidence: [EvidenceRecord] = []
  /// How many lines were written.
  package private(set) var count = 0

  /// Bytes that are written at a time.
  private static let chunk = 1 << 18

  /// - Parameters:
  ///   - forgotten: those of the store that a run of shards will be added to.
  ///   - output: takes bytes, lines and parts of lines.
  package init(
    _ census: AccountCensus, forgotten: ForgottenPersons = ForgottenPersons(),
    to output: @escaping ([UInt8]) throws -> Void
  ) {
    self.census = census
    self.forgotten = forgotten
    self.output = output
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
  }

  package func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    (self.account, evidence) = (nil, [])
    let screening = try census.screen(account, at: place)
    if screening == .inScope { self.account = place }
    return screening
  }

  package func accept(_ account: AccountSketch, at place: Place) throws {
    var names = SharedNames(of: account)
    names.tie(forgotten)
    for record in evidence { names.add(self.names(of: record)) }
    begin(place, names)
    line.add(raw: ",\"kind\":\"accounts\",\"record\":")
    line.add(account)
    if !evidence.isEmpty {
      line.add(raw: ",\"evidence\":")
      line.add(raw: try encoder.encode(evidence))
    }
    line.add(raw: "}\n")
    (self.account, evidence) = (nil, [])
    try end()
  }

  package func accept(_ record: EvidenceRecord, at place: Place) throws {
    if let account, account.source == place.source, account.number == place.number {
      evidence.append(record)
      return
    }
    begin(place, names(of: record))
    // The object of the record goes on where this one stands.
    line.add(raw: ",")
    line.add(raw: try encoder.encode(record).dropFirst())
    line.add(raw: "\n")
    try end()
  }

  private func names(of record: EvidenceRecord) -> SharedNames {
    var names = SharedNames(of: record)
    names.tie(forgotten, of: record)
    return names
  }

  private func begin(_ place: Place, _ names: SharedNames) {
    line.add(raw: "{\"line\":")
    line.add(Int64(count + 1))
    line.add(raw: ",\"source\":")
    line.add(Int64(place.source))
    line.add(raw: ",\"number\":")
    line.add(place.number)
    if place.part != 0 {
      line.add(raw: ",\"part\":")
      line.add(Int64(place.part))
    }
    line.add(raw: ",\"names\":")
    line.add(names.all) { $0.add(hexadecimal: $1) }
  }

  private func end() throws {
    count += 1
    if line.bytes.count >= Self.chunk { try flush() }
  }

  /// To be called when all is read.
  package func flush() throws {
    guard !line.bytes.isEmpty else { return }
    try output(line.bytes)
    line.removeAll()
  }
}
