import ArgumentParser
import Run

struct ConfigCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "List every key of relay-audit.yaml with its type, default and meaning.")

  @Flag(name: .customLong("json-schema"), help: "Print a JSON Schema, with which editors complete and check the file.")
  var jsonSchema = false

  @Flag(help: "Print the keys in Markdown, as in the documentation.")
  var markdown = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if jsonSchema && markdown { throw ValidationError("--json-schema and --markdown cannot be combined.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    if jsonSchema {
      try StandardOutput.write(page: try ConfigurationSchema.text())
    } else {
      try StandardOutput.write(page: markdown ? ConfigurationGuide.page : Self.text)
    }
    return .success
  }

  private static var text: String {
    var lines: [String] = []
    for paragraph in ConfigurationGuide.introduction { lines += wrapped(paragraph) + [""] }
    for section in ConfigurationGuide.sections {
      if !section.meaning.isEmpty { lines += [section.name] + wrapped(section.meaning, indent: "  ") + [""] }
      for entry in section.entries {
        let indent = section.meaning.isEmpty ? "" : "  "
        lines += [indent + entry.path]
        lines += wrapped("Type: \(entry.type)", indent: indent + "  ")
        lines += wrapped("Default: \(entry.standard)", indent: indent + "  ")
        lines += wrapped(entry.meaning, indent: indent + "  ") + [""]
      }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// Lines of at most 100 characters, longer words apart. Backticks are for pages.
  private static func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in text.replacing("`", with: "").split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 100 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(indent + word)
      }
    }
    return lines
  }
}
