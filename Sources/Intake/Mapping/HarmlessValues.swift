/// Values that tell nothing, by what their columns are: most records of a table of states have the same few.
struct HarmlessValues {
  private var known: [TellingColumns.Role: Set<String>] = [:]
  private static let limit = 1000
  /// Bytes of a value.
  private static let longest = 64

  /// - Parameter isTelling: is asked about values that are not known.
  mutating func tells(
    _ text: String, _ role: TellingColumns.Role, by isTelling: (String, TellingColumns.Role) -> Bool
  ) -> Bool {
    if known[role]?.contains(text) == true { return false }
    if isTelling(text, role) { return true }
    if text.utf8.count <= Self.longest, known[role, default: []].count < Self.limit {
      known[role, default: []].insert(text)
    }
    return false
  }
}
