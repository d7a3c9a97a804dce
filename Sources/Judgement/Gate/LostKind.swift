package import Evidence
package import Timestamps

/// A kind of evidence that an earlier run of the project had and this one has not.
package struct LostKind: Hashable, Sendable {
  package var kind: EvidenceKind
  /// The last run that had it: its number and as-of.
  package var run: Int64
  package var asOf: Timestamp
  /// When the newest source of the kind was captured.
  package var capturedTo: Timestamp
  /// How old that capture may be; nil where the kind has to be there every night.
  package var maxAge: TimeSpan?

  package init(kind: EvidenceKind, run: Int64, asOf: Timestamp, capturedTo: Timestamp, maxAge: TimeSpan?) {
    self.kind = kind
    self.run = run
    self.asOf = asOf
    self.capturedTo = capturedTo
    self.maxAge = maxAge
  }

  /// Whether the kind may still be missing at that time.
  package func isAllowed(at time: Timestamp) -> Bool {
    maxAge.map { time.milliseconds - capturedTo.milliseconds <= $0.milliseconds } ?? false
  }

  var sentence: String {
    let age = maxAge.map { " Its newest capture, of \(capturedTo.readable), is older than \($0.text)." } ?? ""
    return """
      No source of kind `\(kind.rawValue)` was supplied. The last run that had one was run \(run) of \(asOf.readable).\(age) \
      Supply one, or list the kind in `gate.optional`.
      """
  }
}
