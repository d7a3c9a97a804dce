package import Evidence
package import Timestamps

/// A kind of evidence that this run has, of which the newest capture is older than `evidence.max_age` allows: an export
/// that stopped leaves its last file behind.
package struct StaleKind: Hashable, Sendable {
  package var kind: EvidenceKind
  /// When the newest source of the kind was captured.
  package var capturedTo: Timestamp
  package var maxAge: TimeSpan

  package init(kind: EvidenceKind, capturedTo: Timestamp, maxAge: TimeSpan) {
    self.kind = kind
    self.capturedTo = capturedTo
    self.maxAge = maxAge
  }

  var sentence: String {
    """
    The newest source of kind `\(kind.rawValue)` was captured on \(capturedTo.readable), which is older than the \
    \(maxAge.text) of `evidence.max_age`. Supply a newer one, or list the kind in `gate.optional`.
    """
  }
}
