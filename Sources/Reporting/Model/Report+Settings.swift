extension Report {
  /// A value by which rules judged.
  package struct Setting: Hashable, Sendable {
    /// Of the configuration: `deletion.revoke_within`; of a parameter that one rule has,
    /// `rules.params.deletion/fresh-sign-in.max_code_age`.
    package var key: String
    /// A sentence, in which backticks are the only markup; nil where none is known.
    package var meaning: String?
    /// In words: `72 hours`.
    package var value: String
    /// Whether the configuration set it; else it is the program's standard.
    package var isConfigured: Bool
    /// The ids of the rules that judge by it.
    package var rules: [String]

    package init(key: String, meaning: String?, value: String, isConfigured: Bool, rules: [String]) {
      self.key = key
      self.meaning = meaning
      self.value = value
      self.isConfigured = isConfigured
      self.rules = rules
    }
  }
}
