import Intake

/// Entries of the configuration with wildcards, and the files that other entries name and so take from them.
struct OverriddenEntries {
  /// By the entry's place.
  private var lost: [String: [String]] = [:]
  private var used: Set<String> = []
  /// In the order of the entries.
  private var entries: [Configuration.Input] = []

  /// - Parameter request: what an entry that names the file made of it.
  mutating func note(_ input: Configuration.Input, by request: InputRequest) {
    if lost[input.place] == nil { entries.append(input) }
    // One that reads the file as something else, or all of it, is meant to go before.
    let isPart = !input.record.filters.isEmpty && !request.settings.record.filters.isEmpty
    lost[input.place, default: []] += isPart && request.settings.kind == input.kind ? [input.name] : []
  }

  mutating func noteUse(of input: Configuration.Input) { used.insert(input.place) }

  var warnings: [String] {
    entries.flatMap { entry in
      let path = entry.entry ?? entry.name
      guard used.contains(entry.place) else {
        return ["\(entry.place): the entry `\(path)` has no effect: other entries name all that it matches"]
      }
      return (lost[entry.place] ?? []).map { file in
        "\(entry.place): `\(path)` does not choose records of `\(file)`, which another entry of its kind names"
      }
    }
  }
}
