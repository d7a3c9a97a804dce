import Judgement
import Timestamps

// The kinds of keys: each ties a form to a way of reading, so that a declaration cannot say one and do another.
// Defaults are those of a configuration of which nothing was read.

extension ConfigurationKey {
  /// - Parameter standard: what holds without the key, in words.
  static func text(
    _ name: String, _ path: WritableKeyPath<Target, String?>, as form: KeyForm = .text, standard: String = "none",
    _ meaning: String
  ) -> Self {
    Self(name, form, standard: standard, meaning) { $1[keyPath: path] = try $0.text(name) }
  }

  static func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ path: WritableKeyPath<Target, Value?>, standard: String, _ meaning: String
  ) -> Self where Value.RawValue == String {
    Self(name, .choice(of: Value.self), standard: standard, meaning) { $1[keyPath: path] = try $0.choice(name) }
  }
}

extension ConfigurationKey<Configuration> {
  static func text(
    _ name: String, _ path: WritableKeyPath<Configuration, String>, as form: KeyForm = .text, _ meaning: String
  ) -> Self {
    Self(name, form, standard: "`\(Configuration.standard[keyPath: path])`", meaning) {
      if let text = try $0.text(name) { $1[keyPath: path] = text }
    }
  }

  static func texts(
    _ name: String, _ path: WritableKeyPath<Configuration, [String]>, as form: KeyForm = .text, _ meaning: String
  ) -> Self {
    Self(name, .list(form), standard: "`[\(Configuration.standard[keyPath: path].joined(separator: ", "))]`", meaning) {
      $1[keyPath: path] = try $0.texts(name) ?? Configuration.standard[keyPath: path]
    }
  }

  /// - Parameters:
  ///   - example: a host name that an error recommends.
  ///   - mayBeLocal: whether a name without a dot is one.
  static func hosts(
    _ name: String, _ path: WritableKeyPath<Configuration, [String]>, example: String, mayBeLocal: Bool = false,
    _ meaning: String
  ) -> Self {
    let key = texts(name, path, as: .host, meaning)
    return Self(name, key.facts.form, standard: key.facts.standard, meaning) { reader, configuration in
      try key.read(reader, &configuration)
      for host in configuration[keyPath: path] where !HostName.isOne(host) || !mayBeLocal && !host.contains(".") {
        throw reader.error(name, "must hold host names such as \(example), not `\(host)`")
      }
    }
  }

  static func duration(
    _ name: String, _ path: WritableKeyPath<Configuration, TimeSpan>, _ meaning: String
  ) -> Self {
    Self(name, .duration, standard: "`\(Configuration.standard[keyPath: path].text)`", meaning) {
      if let span = try $0.duration(name) { $1[keyPath: path] = span }
    }
  }

  static func share(
    _ name: String, _ path: WritableKeyPath<Configuration, Share>, example: String, _ meaning: String
  ) -> Self {
    Self(name, .share, standard: "`\(Configuration.standard[keyPath: path].text)`", meaning) {
      if let share = try $0.value(name, "a share such as \(example)", { Share($0) }) { $1[keyPath: path] = share }
    }
  }

  static func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ path: WritableKeyPath<Configuration, Value>, _ meaning: String
  ) -> Self where Value.RawValue == String {
    Self(name, .choice(of: Value.self), standard: "`\(Configuration.standard[keyPath: path].rawValue)`", meaning) {
      if let value: Value = try $0.choice(name) { $1[keyPath: path] = value }
    }
  }
}

/// Names of hosts, as keys take them.
enum HostName {
  /// What `isOne` says, for the JSON Schema.
  static let pattern = #"^[^@/\s]+$"#

  static func isOne(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { $0 == "@" || $0 == "/" || $0.isWhitespace }
  }
}

extension Configuration {
  /// What is in force where no configuration says otherwise.
  static let standard = Configuration()
}
