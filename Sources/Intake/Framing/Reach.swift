/// How far a fault is followed, in bytes.
///
/// A quote or a bracket that nobody closes makes its record as long as the rest of the text, of which then only the
/// beginning is given up. Where every line has one, the work would grow by the square of the text. So the reach is
/// halved for every few of them; records of usual length are read all the same.
struct Reach {
  private(set) var bytes: Int
  private let least: Int
  private var faults = 0

  /// Faults for which the reach stays as it is.
  private static let patience = 16

  /// - Parameter least: what remains of it, if it was more.
  init(_ bytes: Int, least: Int) {
    self.bytes = bytes
    self.least = min(bytes, least)
  }

  /// Called for each fault that was followed in vain.
  mutating func count() {
    faults += 1
    if faults.isMultiple(of: Self.patience) { bytes = max(least, bytes / 2) }
  }
}
