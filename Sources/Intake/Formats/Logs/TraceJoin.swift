import Evidence
import Timestamps

/// Ties calls that name nobody to the persons whom other entries of the same trace name, in whatever order they stand.
struct TraceJoin {
  private struct Call {
    var trace: Trace?
    var record: RevocationRecord
    var place: Place
  }

  private struct Exchange {
    var client: String
    var at: Int64
  }

  /// Whom a trace names, packed; empty where it names more than one, so that none of them can be told.
  private var persons: [Trace: String] = [:]
  private var exchanges: [Trace: [Exchange]] = [:]
  private var calls: [Call] = []

  /// Apple answers an exchange with tokens; to revoke them within this time shows that they were the person's.
  /// Milliseconds.
  private static let exchangeLimit: Int64 = 300_000

  mutating func add(_ person: LoggedPerson, trace: Trace?) {
    guard let trace, !person.isEmpty else { return }
    let packed = person.packed
    guard let known = persons.updateValue(packed, forKey: trace), known != packed else { return }
    persons[trace] = known.isEmpty ? "" : LoggedPerson(packed: known).merged(with: person)?.packed ?? ""
  }

  mutating func addExchange(of record: RevocationRecord, trace: Trace?) {
    guard let trace, let client = record.clientID else { return }
    exchanges[trace, default: []].append(Exchange(client: client, at: record.at.milliseconds))
  }

  mutating func add(_ record: RevocationRecord, trace: Trace?, at place: Place) {
    calls.append(Call(trace: trace, record: record, place: place))
  }

  /// All calls, with their persons; nobody where the trace names none, or more than one.
  func joined() -> [(place: Place, record: EvidenceRecord)] {
    calls.map { call in
      var record = call.record
      guard let trace = call.trace else { return (call.place, .revocation(record)) }
      if record.subject.isEmpty, let packed = persons[trace] {
        let person = packed.isEmpty ? nil : LoggedPerson(packed: packed)
        record.subject = person?.subject ?? Subject()
        record.requestID = record.requestID ?? person?.requestID
      }
      record.isExchangedBefore =
        record.isAnswered && persons[trace]?.isEmpty != true
        && (exchanges[trace] ?? []).contains { exchange in
          exchange.client == record.clientID && exchange.at <= record.at.milliseconds
            && record.at.milliseconds - exchange.at <= Self.exchangeLimit
        }
      return (call.place, .revocation(record))
    }
  }
}

/// The id of a trace.
struct Trace: Hashable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  /// An id in a form that is not W3C's.
  private var other: String?

  /// Nil for no id: to OpenTelemetry one of zeros alone is none.
  init?(_ text: String?) {
    guard let text, text.contains(where: { $0 != "0" }) else { return nil }
    if text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    {
      self.high = high
      self.low = low
    } else {
      other = text.lowercased()
    }
  }
}
