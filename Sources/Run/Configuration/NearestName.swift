import Evidence

/// Guesses which name somebody meant.
package enum NearestName {
  /// The name within a third of its length in edits; nil where none is that near. Of names of five letters or more,
  /// two may be exchanged.
  package static func to(_ text: String, among names: [String]) -> String? {
    names.map { ($0, EditDistance.between(text.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= max($0.0.count < 5 ? 1 : 2, $0.0.count / 3) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// What a message adds to a name that does not exist; empty where no other is near.
  static func question(about text: String, among names: [String]) -> String {
    to(text, among: names).map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The same, with all names that exist: what ends a message.
  static func advice(about text: String, among names: [String]) -> String {
    let question = question(about: text, among: names)
    return (question.isEmpty ? "." : question) + " Known here: " + names.joined(separator: ", ")
  }
}
