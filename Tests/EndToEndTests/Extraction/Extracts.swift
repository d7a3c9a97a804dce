import Foundation
import Testing

/// A folder that `extract` wrote, taken apart.
struct Extracts {
  /// `sources.json`.
  var sources: [String: Any]
  /// The lines of `records.ndjson`, without their ends.
  var lines: [String]

  init(_ place: Workplace, _ folder: String) throws {
    let data = try Data(contentsOf: place.path("\(folder)/sources.json"))
    sources = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    lines = try place.text("\(folder)/records.ndjson").split(separator: "\n").map(String.init)
  }

  var records: [[String: Any]] {
    get throws {
      try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }
  }

  private var inReadingOrder: [[String: Any]] {
    get throws { try #require(sources["inReadingOrder"] as? [[String: Any]]) }
  }

  func write(_ place: Workplace, _ folder: String) throws {
    try place.write("\(folder)/sources.json", try JSONSerialization.data(withJSONObject: sources))
    try place.write("\(folder)/records.ndjson", lines.map { $0 + "\n" }.joined())
  }

  /// The records of each group of people that share a name, not even through others; those without a name are in each.
  func parts(_ count: Int) throws -> [Extracts] {
    let names = try records.map { try #require($0["names"] as? [String]) }
    var groups = NameGroups()
    for names in names { groups.join(names) }
    var numbers: [String: Int] = [:]
    let part = names.map { names in
      names.first.map { name in
        let group = groups.group(of: name)
        let number = numbers[group] ?? numbers.count
        numbers[group] = number
        return number % count
      }
    }
    return try (0..<count).map { number in
      var share = self
      var (lines, sources): ([String], [[String: Any]]) = ([], [])
      var next = 0
      for var source in try inReadingOrder {
        let end = next + (try #require(source["lines"] as? Int))
        let own = (next..<end).filter { part[$0] == nil || part[$0] == number }
        lines += own.map { self.lines[$0] }
        source["lines"] = own.count
        sources.append(source)
        next = end
      }
      share.lines = lines
      share.sources["inReadingOrder"] = sources
      return share
    }
  }
}

/// Which names belong together.
struct NameGroups {
  private var above: [String: String] = [:]

  mutating func join(_ names: [String]) {
    guard let first = names.first else { return }
    let root = group(of: first)
    for name in names.dropFirst() where group(of: name) != root { above[group(of: name)] = root }
  }

  func group(of name: String) -> String {
    var name = name
    while let next = above[name] { name = next }
    return name
  }
}
