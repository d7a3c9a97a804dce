package import Evidence

/// How sure a proposal is. A question is written as a comment, so that it has no effect until the user answers it.
package enum Certainty: String, Sendable {
  case sure, likely, question
}

/// One line of a proposed entry of `inputs` (docs/contract.md, section 4).
package struct ProposedLine: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case kind
    case pattern
    case filter(String)
    /// By our name.
    case column(String)
    /// What a value of theirs means in our column.
    case value(column: String, theirs: String)
    case constant(String)
    case ignored(String)
    case timeUnit
    case timeZone
  }

  package var key: Key
  /// The proposed values; several for `where` only. Empty if nothing can be proposed.
  package var texts: [String]
  package var certainty: Certainty
  /// A sentence without its full stop, without personal data.
  package var reason: String

  init(_ key: Key, _ texts: [String], _ certainty: Certainty, _ reason: String) {
    self.key = key
    self.texts = texts
    self.certainty = certainty
    self.reason = reason
  }
}

/// What an entry of `inputs` for one file could be.
package struct EntryProposal: Hashable, Sendable {
  package var kind: EvidenceKind
  package var lines: [ProposedLine]
  /// The whole entry is a question: as it stands, it might skip evidence, or read as evidence what is none.
  package var isWithheld = false
  /// Sentences about what the entry leaves out.
  package var notes: [String] = []

  package var questions: Int { lines.count { $0.certainty == .question } + (isWithheld ? 1 : 0) }
}

/// What a file seems to be.
package struct FileProposal: Sendable {
  package enum Outcome: Sendable {
    /// It is read as it is.
    case recognised(kind: EvidenceKind, format: String)
    /// One for each kind of evidence in it; never empty.
    case entries([EntryProposal])
    /// Its kind is unknown. The fields are those of its records, with masked examples; a text has none.
    case open(reason: String, fields: [ShownField], isText: Bool)
    /// It holds no evidence, or cannot be read. The text is a sentence.
    case left(String)
  }

  package struct ShownField: Hashable, Sendable {
    package var name: String
    package var examples: [String]
  }

  /// As it was found: below the folder that the user named.
  package var path: String
  package var outcome: Outcome
  /// Hints in its records for the rest of the configuration.
  package var traces = ConfigurationTraces()

  /// Equal for files of the same form.
  package var form: String = ""
}

/// Hints in records for keys outside of `inputs`.
package struct ConfigurationTraces: Hashable, Sendable {
  /// Each with the column that it was seen in.
  package var clientIDs: [String: String] = [:]
  package var senderHosts: [String: String] = [:]
  package var projects: [String: String] = [:]

  package init() {}
}
