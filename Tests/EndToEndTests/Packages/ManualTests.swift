import Foundation
import Testing

/// What the package holds besides the program follows from the program: manual pages and completions.
@Suite struct ManualTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let env = URL(fileURLWithPath: "/usr/bin/env")

  private let place: Workplace

  init() throws { place = try Workplace() }

  private struct Dump: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    struct Argument: Decodable {
      var abstract: String?
      var names: [Name]?
      var shouldDisplay: Bool
    }

    var commandName: String
    var abstract: String?
    var arguments: [Argument]?
    var subcommands: [Dump]?

    func all(below path: [String] = []) -> [(name: String, command: Dump)] {
      let path = path + [commandName]
      return [(path.joined(separator: "-"), self)]
        + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(below: path) }
    }
  }

  private struct Root: Decodable {
    var command: Dump
  }

  @Test func eachCommandHasAPageThatSaysWhatItSays() throws {
    let text = try place.run("--experimental-dump-help").output
    try place.write("dump.json", text)
    try place.write("config.txt", place.run("config").output)
    let made = try place.run(
      [
        "python3", "-B", Self.root.appending(path: "packaging/manual.py").path, "dump.json", "pages", "--version",
        "1.2.3", "--date", "2026-11-20", "--config", "config.txt",
      ], program: Self.env)
    #expect(made.status == 0, "\(made)")
    let commands = try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command.all()
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("pages").path)
    #expect(Set(names) == Set(commands.map { "\($0.name).1" } + ["relay-audit.yaml.5"]))
    var all = ""
    for name in names.sorted() {
      let printed = try place.run(["groff", "-man", "-Tutf8", "-ww", "pages/\(name)"], program: Self.env)
      #expect(printed.status == 0 && printed.errors.isEmpty, "\(name): \(printed.errors)")
      all += try place.text("pages/\(name)")
    }
    #expect(!all.contains("`"), "what is Markdown on the terminal is none here")
    for (name, command) in commands {
      let page = try place.text("pages/\(name).1").replacing("\\-", with: "-").replacing("\\(aq", with: "'")
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        for flag in argument.names ?? [] where flag.kind == "long" {
          #expect(page.contains("--\(flag.name)"), "\(name) --\(flag.name)")
        }
        let meaning = (argument.abstract ?? "").split { $0.isWhitespace }.joined(separator: " ").replacing(
          "`", with: "")
        #expect(page.contains(meaning), "\(name): \(meaning)")
      }
    }
    let main = try place.text("pages/relay-audit.1")
    for status in ["0", "1", "2", "64", "75"] { #expect(main.contains(".TP\n\\fB\(status)\\fP\n"), "\(status)") }
  }

  @Test(arguments: [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
  func shellsReadTheirCompletions(shell: String, options: [String]) throws {
    try place.write("completions", place.run("--generate-completion-script", shell).output)
    let outcome = try place.run([shell] + options + ["completions"], program: Self.env)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let text = try place.text("completions")
    for path in try CommandPaths.all(in: place) {
      for word in path { #expect(text.contains(word), "\(shell) completes \(word)") }
    }
  }
}
