/// Numbers the tables that files are copies of, one night after another: files whose names and folders differ in
/// numbers alone.
struct TableNames {
  // # Safety: nothing changes it, and it runs no code of ours. `Regex` is not `Sendable` because others do.
  private nonisolated(unsafe) static let number = #/[0-9]+/#

  private var numbers: [String: Int64] = [:]

  /// The same for each copy of a table within one run.
  mutating func number(of path: String) -> Int64 {
    var name = path.split(separator: "/").suffix(2).joined(separator: "/").replacing(Self.number, with: "#")
    if name.hasSuffix(".gz") { name.removeLast(3) }
    if let number = numbers[name] { return number }
    numbers[name] = Int64(numbers.count)
    return Int64(numbers.count - 1)
  }
}
