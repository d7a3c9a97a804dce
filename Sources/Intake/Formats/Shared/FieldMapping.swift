/// The configuration of a source's fields.
struct FieldMapping {
  /// By our name, the name in the source.
  var names: [String: String] = [:]
  /// Values of fields that the source does not have.
  var constants: [String: String] = [:]
  var timeUnit: TimeUnit?
  private let ignored: Set<String>

  /// Whether the configuration says what a field of the source is, or that it decides nothing.
  func isNamed(_ name: String) -> Bool { ignored.contains(name) || names.values.contains(name) }

  init?(_ settings: SourceSettings) {
    ignored = Set(settings.record.ignored)
    guard !settings.columns.isEmpty || !settings.constants.isEmpty || !ignored.isEmpty || settings.timeUnit != nil
    else { return nil }
    names = settings.columns
    constants = settings.constants
    timeUnit = settings.timeUnit
  }
}
