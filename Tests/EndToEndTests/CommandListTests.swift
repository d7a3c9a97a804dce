import Foundation
import Testing

/// Walks the list of commands as the program prints it, so that a new command cannot be left out.
@Suite struct CommandListTests {
  /// What `--experimental-dump-help` says of a command.
  private struct Dump: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var name: String
      }

      var abstract: String?
      var names: [Name]?
      var valueName: String?
    }

    var commandName: String
    var abstract: String?
    var arguments: [Argument]?
    var subcommands: [Dump]?

    /// With the names that lead to each.
    func all(below path: [String] = []) -> [(path: [String], command: Dump)] {
      // The parser adds `help` to the root.
      (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
        [(path + [command.commandName], command)] + command.all(below: path + [command.commandName])
      }
    }
  }

  private struct Root: Decodable {
    var command: Dump
  }

  private let place: Workplace
  private let root: Dump

  init() throws {
    place = try Workplace()
    let text = try place.run("--experimental-dump-help").output
    root = try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command
  }

  @Test func everyCommandAndArgumentHasHelp() throws {
    let commands = root.all()
    #expect(Set(commands.map(\.path)).isSuperset(of: [["audit"], ["rules", "check"]]))
    for (path, command) in commands {
      #expect(command.abstract?.hasSuffix(".") == true, "\(path)")
      for argument in command.arguments ?? [] {
        let name = argument.names?.first?.name ?? argument.valueName ?? ""
        #expect(argument.abstract?.isEmpty == false, "\(path) \(name)")
      }
    }
  }

  /// They come with `Command`, which is also what turns an error into an exit status.
  @Test func everyCommandThatRunsHasTheOptionsForMessages() throws {
    for (path, command) in root.all() where command.subcommands?.isEmpty ?? true {
      let names = (command.arguments ?? []).compactMap { $0.names?.first?.name }
      #expect(Set(names).isSuperset(of: ["quiet", "verbose", "log-format"]), "\(path)")
    }
  }

  @Test func helpListsEveryCommand() throws {
    for parent in [(path: [], command: root)] + root.all() {
      let names = parent.command.all().filter { $0.path.count == 1 }.map(\.path[0])
      guard !names.isEmpty else { continue }
      let lines = try place.run(parent.path + ["--help"]).output.split(separator: "\n")
      for name in names { #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(parent.path) \(name)") }
    }
    #expect(try place.run("--help").output.contains("audit (default)"))
  }

  @Test func usageNamesTheCommandAsItIsCalled() throws {
    for (path, command) in root.all() where command.subcommands?.isEmpty ?? true {
      let help = try place.run(path + ["--help"]).output
      #expect(help.contains("USAGE: relay-audit \(path.joined(separator: " ")) "), "\(path): \(help)")
    }
  }

  @Test func everyCommandRejectsAnUnknownFlag() throws {
    for (path, _) in root.all() {
      let outcome = try place.run(path + ["--no-such-flag"])
      #expect(outcome.status == 64 && outcome.output.isEmpty && !outcome.errors.isEmpty, "\(path): \(outcome)")
    }
  }

  @Test func helpNamesEveryExitStatus() throws {
    let words = try place.run("--help").output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "Exit status: 0 the gate passed; 1 the gate failed; 2 the audit is incomplete; 64 wrong usage or configuration; "
          + "65 unusable data; 66 input, store, run or finding not found; 70 a defect in the program, or too little "
          + "memory; 73 output cannot be written; 75 another run holds the store; 129, 130, 143 ended by a signal."))
  }

  @Test func theVersionIsPrinted() throws {
    #expect(try place.run("--version").output == "0.2.0\n")
  }
}
