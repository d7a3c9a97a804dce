/// Where something personal may stand in the clear, and why.
struct CanaryException: Sendable {
  /// What the place begins with: a file, and a part of it.
  var place: String
  /// The marks that it may have; all of them where nil.
  var marks: (@Sendable (CanaryMarks) -> [String])?
  var reason: String

  func allows(_ marks: CanaryMarks, _ mark: String, at place: String) -> Bool {
    place.hasPrefix(self.place) && self.marks?(marks).contains(mark) ?? true
  }

  static let all =
    [
      CanaryException(place: "in/plain/", reason: "evidence"),
      CanaryException(place: "in/changed/", reason: "evidence"),
      CanaryException(place: "in/rest/", reason: "evidence"),
      CanaryException(place: "in/of ", reason: "evidence"),
      CanaryException(place: "in/at ", reason: "evidence"),
      CanaryException(place: "waivers.yaml", reason: "the user wrote it"),
      CanaryException(
        place: "said/inspect", marks: { [$0.path] },
        reason: "it says what each file is: a path that does not lead to the file is of no use"),
      CanaryException(place: "said/inspect", marks: { [$0.uid] }, reason: "it has no mode, and masking shows uids"),
    ]
    + ["said/init", "in/relay-audit.yaml"].flatMap { place in
      [
        CanaryException(
          place: place, marks: { [$0.path] }, reason: "the paths in a configuration have to lead to the files"),
        CanaryException(place: place, marks: { [$0.uid] }, reason: "it has no mode, and masking shows uids"),
      ]
    }
    + remembered.map { table in
      CanaryException(
        place: ".relay-audit/audit.sqlite, \(table)",
        reason: "the store is for its owner alone, and later nights are compared with what it remembers")
    }
    + [
      CanaryException(
        place: ".relay-audit/audit.sqlite, timeline.", reason: "`explain` reads it, and covers what it says"),
      CanaryException(
        place: ".relay-audit/audit.sqlite, run.passes", marks: { [$0.path] },
        reason: "it says how long each file took to read, and nothing shows it"),
      CanaryException(
        place: ".relay-audit/audit.sqlite, forgotten_person.tenant",
        reason: "a person is of a tenant, and the same uid may be another's elsewhere"),
      CanaryException(place: ".out-", reason: "the search writes it"),
    ]

  /// Tables of the store that have evidence. Reports are kept in their mode.
  private static let remembered = [
    "stored_account", "stored_identifier", "former_name", "account_before", "identifier_before", "outside_name",
    "remembered_",
  ]
}
