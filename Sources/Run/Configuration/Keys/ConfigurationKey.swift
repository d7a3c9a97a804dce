/// One key of `relay-audit.yaml`, declared once. How it is read, what unknown keys are compared with, the text of
/// `relay-audit config`, `docs/config.md` and the JSON Schema follow from the declaration.
///
/// `Target` is what the key's value goes to: the configuration, or one entry of its `inputs`.
struct ConfigurationKey<Target> {
  let facts: KeyFacts
  /// Reads the key of a mapping that may lack it.
  ///
  /// - Throws: `ConfigurationError`.
  let read: (YAMLReader, inout Target) throws -> Void

  /// - Parameters:
  ///   - standard: what holds without the key: in words, or in backticks as it would be written.
  ///   - meaning: sentences, in which backticks are the only markup.
  init(
    _ name: String, _ form: KeyForm, standard: String, _ meaning: String,
    read: @escaping (YAMLReader, inout Target) throws -> Void
  ) {
    facts = KeyFacts(name: name, form: form, standard: standard, meaning: meaning)
    self.read = read
  }

  /// A key that holds further keys.
  static func section(_ name: String, _ meaning: String, _ keys: [Self]) -> Self {
    Self(name, .keys(keys.map(\.facts)), standard: "", meaning) { reader, target in
      guard let section = try reader.mapping(name, keys: keys.map(\.facts.name)) else { return }
      for key in keys { try key.read(section, &target) }
    }
  }
}

/// What people and editors have to know of a key.
struct KeyFacts {
  var name: String
  var form: KeyForm
  /// What holds without the key: in words, or in backticks as it would be written. Empty of a section.
  var standard: String
  var meaning: String
}
