import Foundation

/// Names, of which those are one that a record has together.
final class JoinedNames {
  private var above: [String: String] = [:]

  func root(_ name: String) -> String {
    var name = name
    while let next = above[name] { name = next }
    return name
  }

  func join(_ names: [String]) {
    guard let first = names.first else { return }
    for name in names.dropFirst() where root(name) != root(first) { above[root(name)] = root(first) }
  }
}

/// A folder of records that `Extraction` wrote, of which those of a group can be written to a folder of their own.
struct PartedRecords {
  private let sources: ExtractedSources
  private let lines: [Substring]
  /// Of each line.
  private let names: [[String]]
  private let joined: JoinedNames

  private struct Line: Decodable {
    var names: [String]
  }

  /// - Parameter joined: gets the names of the records.
  init(of folder: URL, _ joined: JoinedNames) throws {
    sources = try ExtractedSources.read(in: folder.path)
    lines = try String(contentsOf: folder.appending(path: ExtractedSources.records), encoding: .utf8)
      .split(separator: "\n")
    names = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).names }
    self.joined = joined
    for names in names { joined.join(names) }
  }

  /// The names that stand for the groups of its records, once the names of all records are joined.
  var roots: Set<String> { Set(names.compactMap { $0.first.map(joined.root) }) }

  func write(_ group: String?, withNameless: Bool, to folder: URL) throws {
    var sources = sources
    var written: [String] = []
    var next = 0
    for index in sources.inReadingOrder.indices {
      let end = next + sources.inReadingOrder[index].lines
      let own = (next..<end).filter { names[$0].first.map { joined.root($0) == group } ?? withNameless }
      for line in own {
        let number = "{\"line\":\(written.count + 1),"
        written.append(lines[line].replacing(/^\{"line":\d+,/, with: number) + "\n")
      }
      sources.inReadingOrder[index].lines = own.count
      next = end
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(sources.json).write(to: folder.appending(path: ExtractedSources.file))
    try Data(written.joined().utf8).write(to: folder.appending(path: ExtractedSources.records))
  }
}
