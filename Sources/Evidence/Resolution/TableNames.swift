import Timestamps

/// Numbers the tables that files are copies of, one night after another: files whose paths differ in dates and random
/// ids alone. Other numbers may tell tables apart, as in `export_1` and `export_2`.
struct TableNames {
  // # Safety: nothing changes it, and it runs no code of ours. `Regex` is not `Sendable` because others do.
  private nonisolated(unsafe) static let id = #/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#

  private var numbers: [String: Int64] = [:]

  /// The same for each copy of a table within one run.
  mutating func number(of path: String) -> Int64 {
    var name = UndatedPath.of(path).replacing(Self.id, with: "#")
    if name.hasSuffix(".gz") { name.removeLast(3) }
    if let number = numbers[name] { return number }
    numbers[name] = Int64(numbers.count)
    return Int64(numbers.count - 1)
  }
}
