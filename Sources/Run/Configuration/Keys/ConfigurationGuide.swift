import Evidence
import Foundation
import Vocabulary

/// Every key of `relay-audit.yaml`, for people.
package struct ConfigurationGuide: Sendable {
  /// A key of the file's top level, with what is below it.
  package struct Section: Sendable {
    package var name: String
    /// The meaning of the section; empty where its one entry says it.
    package var meaning: String
    package var entries: [Entry]
  }

  /// Backticks stand around what is written as it stands.
  package struct Entry: Sendable {
    /// With the names of the keys above: `inputs[].path`.
    package var path: String
    package var type: String
    /// What holds without the key.
    package var standard: String
    package var meaning: String
  }

  /// In the order of the documentation.
  package static var sections: [Section] {
    Configuration.keys.map(\.facts).map { key in
      let inner = key.form.keys
      guard !inner.isEmpty else { return Section(name: key.name, meaning: "", entries: [Entry(key, path: key.name)]) }
      let prefix = if case .list = key.form { "\(key.name)[]." } else { "\(key.name)." }
      return Section(
        name: key.name, meaning: key.meaning, entries: inner.map { Entry($0, path: prefix + $0.name) })
    }
  }

  /// What is said of all keys.
  package static let introduction = [
    """
    Every key is optional. An unknown key, a wrong type or an unreadable value ends with status 64 and names file, \
    line and the nearest known key. What is null counts as missing.
    """,
    """
    A duration is a number with `s`, `m`, `h` or `d`: `90m`, `72h`, `30d`. A share is a percentage: `20%`. Paths are \
    relative to the file's folder. Kinds of evidence are \
    \(EvidenceKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
    """,
  ]

  /// The page `docs/config.md`.
  package static var page: String {
    var lines = [
      "# relay-audit.yaml", "",
      """
      `relay-audit config` prints the same. `relay-audit config --json-schema` prints a JSON Schema for editors, which \
      is also in [\(EditorSchema.fileName)](\(EditorSchema.fileName)): with that file beside a configuration whose \
      first line is `\(EditorSchema.modeline.trimmingCharacters(in: .newlines))`, an editor completes and checks it.
      """, "",
    ]
    for paragraph in introduction { lines += [paragraph, ""] }
    lines += ["Our column names, their values and examples are on the page [Formats](./formats.md).", ""]
    for section in sections {
      lines += ["## \(section.name)", ""]
      if !section.meaning.isEmpty { lines += [section.meaning, ""] }
      lines += ["| Key | Type | Default | Meaning |", "|---|---|---|---|"]
      lines += section.entries.map { entry in
        let cells = ["`\(entry.path)`", entry.type, entry.standard, entry.meaning]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
      }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}

extension ConfigurationGuide.Entry {
  fileprivate init(_ key: KeyFacts, path: String) {
    self.init(path: path, type: key.form.words, standard: key.standard, meaning: key.meaning)
  }
}
