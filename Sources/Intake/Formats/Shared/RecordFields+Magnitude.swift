import Evidence

extension RecordFields {
  /// The unit of a number that is of epoch seconds or milliseconds, told by its magnitude; nil where the field holds no
  /// number. Milliseconds below the limit lie before 1974, and seconds from it on beyond the year 5,000.
  func unitByMagnitude(_ name: String) throws(RecordRejection) -> NumberUnit? {
    try number(name).map { $0.magnitude < 100_000_000_000 ? .seconds : .milliseconds }
  }
}
