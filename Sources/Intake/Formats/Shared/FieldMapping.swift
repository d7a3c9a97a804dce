/// The configuration of a source's fields.
struct FieldMapping {
  /// By our name, the name in the source.
  var names: [String: String] = [:]
  /// Values of fields that the source does not have.
  var constants: [String: String] = [:]
  var timeUnit: TimeUnit?

  init?(_ settings: SourceSettings) {
    guard !settings.columns.isEmpty || !settings.constants.isEmpty || settings.timeUnit != nil else { return nil }
    names = settings.columns
    constants = settings.constants
    timeUnit = settings.timeUnit
  }
}
