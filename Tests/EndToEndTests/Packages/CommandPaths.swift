import Foundation

/// The commands that do something, by the names that lead to them, as the program itself lists them.
enum CommandPaths {
  private struct Dump: Decodable {
    var commandName: String
    var subcommands: [Dump]?

    func leaves(below path: [String] = []) -> [[String]] {
      let children = (subcommands ?? []).filter { $0.commandName != "help" }
      return children.isEmpty ? [path] : children.flatMap { $0.leaves(below: path + [$0.commandName]) }
    }
  }

  private struct Root: Decodable {
    var command: Dump
  }

  static func all(in place: Workplace) throws -> [[String]] {
    let text = try place.run("--experimental-dump-help").output
    return try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command.leaves()
  }
}
