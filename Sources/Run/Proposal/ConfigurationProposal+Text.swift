import Evidence
import Intake
import Vocabulary

extension ConfigurationProposal {
  /// The whole file.
  package var text: String {
    var lines = [String(EditorSchema.modeline.dropLast())] + Self.heading
    if traces.projects.count == 1, let (project, column) = traces.projects.first {
      lines += ["project: \(YAMLText.scalar(project))  # sure: all entries have it in `\(column)`", ""]
    }
    lines += inputLines(includingFolder: true)
    lines += traceLines
    return lines.joined(separator: "\n") + "\n"
  }

  /// `inputs` alone.
  package var inputs: String { inputLines(includingFolder: false).joined(separator: "\n") }

  private static let heading = [
    "# Proposed by `relay-audit init` from the files of this folder. Nothing was judged.",
    "#",
    "# Each line says why it is there, and how sure that is:",
    "#   sure      names and contents say the same",
    "#   likely    look whether it is right",
    "#   question  not in force; answer it and remove the leading #, or delete the line",
    "#",
    "# Then see with `relay-audit inspect` what is understood.",
    "",
  ]

  // MARK: - Inputs

  private func inputLines(includingFolder: Bool) -> [String] {
    var lines: [String] = []
    let active = entries.filter { !$0.proposal.isWithheld }
    if includingFolder {
      lines = ["inputs:", "  # All other files of this folder, by their content."]
      lines += recognised.map { "  #   \(YAMLText.comment($0.path)): \(Self.format(of: $0))" }
      lines.append("  - path: .")
    } else {
      lines = [active.isEmpty ? "inputs: []" : "inputs:"]
      lines += recognised.map { "  # \(YAMLText.comment($0.path)) needs no entry: \(Self.format(of: $0))" }
    }
    for entry in entries { lines += [""] + entry.lines }
    for file in open { lines += [""] + Self.lines(ofOpen: file) }
    for file in files {
      if case .left(let reason) = file.outcome {
        lines += ["", "  # \(YAMLText.comment(file.path)) is left out: \(YAMLText.comment(reason))"]
      }
    }
    return lines
  }

  private static func format(of file: FileProposal) -> String {
    if case .recognised(let kind, let format) = file.outcome { "\(kind.rawValue), \(format)" } else { "" }
  }

  /// A file of which nothing is understood: its columns, and an entry to fill in.
  private static func lines(ofOpen file: FileProposal) -> [String] {
    guard case .open(let reason, let fields, let isText) = file.outcome else { return [] }
    var lines = ["  # question: what is \(YAMLText.comment(file.path))? \(YAMLText.comment(reason))."]
    if !fields.isEmpty { lines.append("  # Its columns, with examples:") }
    lines += fields.map { field in
      "  #   "
        + YAMLText.comment(field.name + (field.examples.isEmpty ? "" : "  " + field.examples.joined(separator: ", ")))
    }
    lines += ["  # - path: \(YAMLText.scalar(file.path))", "  #   kind: \(kindList)"]
    if isText { lines.append(#"  #   pattern: '^(?<at>\S+) .*apple token revoked.* uid=(?<uid>\S+)'"#) }
    return lines
  }

  private static let kindList =
    "?  # "
    + EvidenceKind.allCases.filter { OwnColumns.names(of: $0) != nil }
    .map(\.rawValue).joined(separator: ", ") + "; accounts for Auth0's CSV, with its titles under `columns`"

  // MARK: - Other keys

  private var traceLines: [String] {
    func list(_ values: [String: String]) -> String {
      values.keys.sorted().map(YAMLText.scalar).joined(separator: ", ")
    }
    func columns(_ values: [String: String]) -> String {
      Set(values.values).sorted().map { "`\(YAMLText.comment($0))`" }.joined(separator: ", ")
    }
    var lines: [String] = []
    if !traces.clientIDs.isEmpty {
      lines += [
        "", "# question: seen in \(columns(traces.clientIDs)); are these all of your own apps and services at Apple?",
        "# apple: {client_ids: [\(list(traces.clientIDs))]}",
      ]
    }
    if !traces.senderHosts.isEmpty {
      lines += [
        "", "# question: seen in \(columns(traces.senderHosts)); are these the senders that you registered with Apple?",
        "# relay: {senders: [\(list(traces.senderHosts))]}",
      ]
    }
    return lines
  }
}

// MARK: - An entry

extension ConfigurationProposal.Entry {
  fileprivate var lines: [String] {
    var lines = ["  - path: \(YAMLText.scalar(path))" + (files > 1 ? "  # \(files) files" : "")]
    for line in proposal.lines where line.key == .kind { lines.append("    kind: \(line.value)\(line.comment)") }
    for line in proposal.lines where line.key == .pattern {
      lines.append("    \(line.mark)pattern: \(YAMLText.scalar(line.texts[0]))\(line.comment)")
    }
    lines += section("where", items { if case .filter(let name) = $0 { "\(YAMLText.scalar(name)): " } else { nil } })
    lines += section("columns", items { if case .column(let name) = $0 { "\(name): " } else { nil } })
    lines += valueLines
    lines += section("constants", items { if case .constant(let name) = $0 { "\(name): " } else { nil } })
    lines += section("ignore", items { if case .ignored = $0 { "- " } else { nil } })
    for line in proposal.lines where line.key == .timeUnit {
      lines.append("    \(line.mark)time_unit: \(line.value)\(line.comment)")
    }
    for line in proposal.lines where line.key == .timeZone {
      lines.append("    \(line.mark)time_zone: \(line.value)\(line.comment)")
    }
    lines = proposal.notes.map { "  # note: \(YAMLText.comment($0))" + ($0.hasSuffix("?") ? "" : ".") } + lines
    guard proposal.isWithheld else { return lines }
    return ["  # question: is this entry right? It is not in force; if it is right, remove the # from its lines."]
      + lines.map { "#" + $0 }
  }

  private struct Item {
    var text: String
    var isQuestion: Bool
  }

  /// - Parameter lead: what stands before the value; nil for lines of other sections.
  private func items(_ lead: (ProposedLine.Key) -> String?) -> [Item] {
    proposal.lines.compactMap { line in
      lead(line.key).map {
        Item(text: line.mark + $0 + line.value + line.comment, isQuestion: line.certainty == .question)
      }
    }
  }

  private func section(_ title: String, _ items: [Item], indent: String = "    ") -> [String] {
    guard !items.isEmpty else { return [] }
    let isQuestion = items.allSatisfy(\.isQuestion)
    return ["\(indent)\(isQuestion ? "# " : "")\(title):"]
      + items.map { item in
        guard isQuestion else { return "\(indent)  \(item.text)" }
        // The section is a comment as a whole.
        return "\(indent)#   " + item.text.dropFirst(2)
      }
  }

  private var valueLines: [String] {
    var columns: [String] = []
    for line in proposal.lines {
      if case .value(let column, _) = line.key, !columns.contains(column) { columns.append(column) }
    }
    var lines: [String] = []
    var isInForce = false
    for column in columns {
      let items = items {
        guard case .value(column, let theirs) = $0 else { return nil }
        return "\(YAMLText.scalar(YAMLText.withoutContacts(theirs))): "
      }
      let section = section(column, items, indent: "      ")
      isInForce = isInForce || !items.allSatisfy(\.isQuestion)
      lines += section
    }
    return lines.isEmpty ? [] : ["    \(isInForce ? "" : "# ")values:"] + lines
  }
}

extension ProposedLine {
  fileprivate var mark: String { certainty == .question ? "# " : "" }

  fileprivate var value: String {
    var texts = texts
    if case .value = key { texts = texts.map(YAMLText.withoutContacts) }
    return switch texts.count {
    case 0: "?"
    case 1: YAMLText.scalar(texts[0])
    default: "[" + texts.map(YAMLText.scalar).joined(separator: ", ") + "]"
    }
  }

  fileprivate var comment: String { "  # \(certainty.rawValue): \(YAMLText.comment(reason))" }
}
