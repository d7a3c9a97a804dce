import Evidence
import Timestamps

/// Ties calls that name nobody to the persons whom their own spans name, or else other entries of the same trace, in
/// whatever order they stand.
struct TraceJoin {
  private struct Call {
    var span: Span?
    var record: RevocationRecord
    var place: Place
  }

  /// Exchanges of codes in one trace, for one client and for one person, or for whomever.
  private struct Exchange: Hashable {
    var trace: Trace
    var client: String
    var person: Subject?
  }

  /// The only person whom a trace names, packed; empty if it names several.
  private var persons: [Trace: String] = [:]
  private var spans = SpanTree()
  private var calls: [Call] = []

  /// Apple answers an exchange with tokens. If they are revoked within this time, in milliseconds, they were the
  /// person's.
  private static let exchangeLimit: Int64 = 300_000

  mutating func add(_ person: LoggedPerson, span: Span?) {
    guard let span else { return }
    spans.add(span, person)
    guard !person.isEmpty else { return }
    let packed = person.packed
    guard let known = persons.updateValue(packed, forKey: span.trace), known != packed else { return }
    persons[span.trace] = known.isEmpty ? "" : LoggedPerson(packed: known).merged(with: person)?.packed ?? ""
  }

  mutating func add(_ record: RevocationRecord, span: Span?, at place: Place) {
    calls.append(Call(span: span, record: record, place: place))
  }

  /// All calls, with their persons; with nobody if neither the call's own spans nor the trace name one person. Calls
  /// that fetch tokens for nobody in particular are left out.
  func joined() -> [(place: Place, record: EvidenceRecord)] {
    let calls = calls.map(named)
    /// Their times, sorted: a batch may make all of its calls in one trace.
    var exchanges: [Exchange: [Int64]] = [:]
    for call in calls where call.record.outcome == .exchanged {
      guard let trace = call.span?.trace, let client = call.record.clientID else { continue }
      for person in [call.record.subject, nil] {
        exchanges[Exchange(trace: trace, client: client, person: person), default: []]
          .append(call.record.at.milliseconds)
      }
    }
    for key in exchanges.keys { exchanges[key]?.sort() }
    return calls.compactMap { call in
      var record = call.record
      if record.subject.isEmpty, record.requestID == nil, record.isOfTheClient { return nil }
      guard let trace = call.span?.trace, record.outcome != .exchanged else { return (call.place, .revocation(record)) }
      guard record.isAnswered, let client = record.clientID else { return (call.place, .revocation(record)) }
      // In a trace of several persons, the code has to be the same person's.
      let isOfSeveral = persons[trace]?.isEmpty == true
      let times = exchanges[Exchange(trace: trace, client: client, person: isOfSeveral ? record.subject : nil)]
      record.isExchangedBefore =
        !(isOfSeveral && record.subject.isEmpty)
        && Self.isAny(of: times ?? [], within: record.at.milliseconds - Self.exchangeLimit...record.at.milliseconds)
      return (call.place, .revocation(record))
    }
  }

  /// - Parameter times: sorted.
  private static func isAny(of times: [Int64], within range: ClosedRange<Int64>) -> Bool {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] <= range.upperBound
  }

  private func named(_ call: Call) -> Call {
    guard let span = call.span, call.record.subject.isEmpty else { return call }
    var call = call
    let inTrace = persons[span.trace].flatMap { $0.isEmpty ? nil : LoggedPerson(packed: $0) }
    let inSpans = spans.person(of: span)
    // The person of the call's own spans comes before others in the trace.
    let person = inSpans.flatMap { $0.subject.isEmpty ? nil : $0 } ?? inTrace
    call.record.subject = person?.subject ?? Subject()
    call.record.requestID = call.record.requestID ?? person?.requestID ?? inTrace?.requestID
    return call
  }
}
